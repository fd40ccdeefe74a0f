comms - --split-input-file
