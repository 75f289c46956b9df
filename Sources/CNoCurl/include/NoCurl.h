/// Declares nothing: the module only replaces a library that is not linked.
