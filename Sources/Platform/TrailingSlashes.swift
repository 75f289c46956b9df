extension String {
    /// The text without the slashes at its end.
    public var withoutTrailingSlashes: String {
        guard let last = utf8.lastIndex(where: { $0 != UInt8(ascii: "/") }) else { return "" }
        return String(utf8[...last]) ?? self
    }
}
