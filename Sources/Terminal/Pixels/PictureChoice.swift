/// How the user wants pictures to be shown.
public enum PictureChoice: String, Sendable, CaseIterable {
    /// As pixels where the terminal is known to show them well, else as cells.
    case auto
    /// As pixels wherever the terminal says that it shows any, else as cells.
    case pixels
    /// As characters in colour.
    case cells
    /// Not at all.
    case none

    /// Whether the terminal is asked for pixels.
    var asksForPixels: Bool { self == .auto || self == .pixels }
}
