check - --split-input-file
