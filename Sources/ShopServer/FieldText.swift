import Domain

extension Substring {
    /// The text without the white space that is allowed around the value of an HTTP field (RFC 9110, 5.6.3).
    var trimmed: Substring { trimmed(where: \.isBlank) }
}
