verify - --max-memory 64
