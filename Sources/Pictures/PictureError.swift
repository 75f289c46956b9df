/// The reason why bytes could not be decoded. Carries data only.
public enum PictureError: Error, Hashable, Sendable {
    /// None of the known formats, whatever its name or content type says.
    case unknownFormat
    /// The file exceeds the size limit.
    case tooManyBytes(limit: Int)
    /// The declared dimensions are invalid, too large, or differ from the real ones.
    case dimensions(width: Int, height: Int)
    /// Decoding would take too much memory or too many scans.
    case tooCostly
    /// The libraries that decode pictures are not installed, or lack this format.
    case unavailable
    /// Corrupt, or cut off before anything of it can be shown.
    case unreadable

    /// Whether a smaller picture would be decoded.
    public var isTooLarge: Bool {
        switch self {
        case .tooManyBytes, .tooCostly: true
        case .dimensions(let width, let height):
            width > 0 && height > 0 && width.multipliedFullWidth(by: height) > (0, UInt(PictureDecoder.maxPixels))
        case .unknownFormat, .unavailable, .unreadable: false
        }
    }
}
