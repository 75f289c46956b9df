extension Character {
    /// White space as it may stand inside the value of an HTTP field (RFC 9110, 5.6.3).
    var isBlank: Bool { self == " " || self == "\t" }
}

extension Substring {
    /// Without white space at either end.
    var trimmed: Substring {
        let front = drop(while: \.isBlank)
        guard let last = front.lastIndex(where: { !$0.isBlank }) else { return front }
        return front[...last]
    }
}
