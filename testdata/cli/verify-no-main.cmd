verify -
partition - --shardings -
