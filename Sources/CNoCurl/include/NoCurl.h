/// Nothing to call: the module stands in for a library that is not linked.
