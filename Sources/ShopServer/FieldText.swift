extension Character {
    /// Whether this is white space that is allowed inside the value of an HTTP field (RFC 9110, 5.6.3).
    var isBlank: Bool { self == " " || self == "\t" }
}

extension Substring {
    /// The text without leading and trailing white space.
    var trimmed: Substring {
        let front = drop(while: \.isBlank)
        guard let last = front.lastIndex(where: { !$0.isBlank }) else { return front }
        return front[...last]
    }
}
