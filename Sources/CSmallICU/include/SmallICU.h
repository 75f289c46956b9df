/// Nothing to call: the module stands in for data of a library, of which the program reads little.
