/// Why bytes became no picture. Carries data only.
public enum PictureError: Error, Hashable, Sendable {
    /// Neither a PNG nor a JPEG, whatever its name or its content type says.
    case unknownFormat
    /// More bytes than are looked at.
    case tooManyBytes(limit: Int)
    /// It declares dimensions that are none, too large, or larger than what is really there.
    case dimensions(width: Int, height: Int)
    /// Decoding it would take more memory, or more rounds, than it is worth.
    case tooCostly
    /// Truncated, or broken in another way.
    case unreadable
}
