# test: command
check -
check - --lint
check - --lint --deny silent-replication
check - --deny PA0801 --allow all
check - --deny all --allow full-gather --format json
check - --lint --deny-warnings --allow PA0801,full-gather
check - --lint --format github
check - --deny silent-replicaton
check - --deny nonsense
show - --format sarif
