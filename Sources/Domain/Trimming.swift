extension Substring {
    /// Returns the text without those characters at its start and end that `isTrimmed` accepts. Foundation's
    /// `trimmingCharacters` goes through `NSString`, whose first use a start would notice.
    public func trimmed(where isTrimmed: (Character) -> Bool) -> Substring {
        let front = drop(while: isTrimmed)
        guard let last = front.lastIndex(where: { !isTrimmed($0) }) else { return front }
        return front[...last]
    }
}

extension Character {
    /// Whether this is a space or a tab.
    public var isBlank: Bool { self == " " || self == "\t" }
}
