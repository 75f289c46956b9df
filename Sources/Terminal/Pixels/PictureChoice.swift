/// The user's choice of how pictures are shown.
public enum PictureChoice: String, Sendable, CaseIterable {
    /// As pixels if the terminal is known to show them well, otherwise as cells.
    case auto
    /// As pixels if the terminal reports any support, otherwise as cells.
    case pixels
    /// As coloured characters.
    case cells
    /// Not at all.
    case none

    /// Whether the terminal is queried for pixel support.
    var asksForPixels: Bool { self == .auto || self == .pixels }
}
