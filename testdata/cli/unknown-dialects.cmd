# test: command
check - --deny-unknown-dialects
show - --deny-unknown-dialects
opt -
