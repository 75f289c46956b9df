import ShopClient
import TerminalText

/// What is wrong with a setting, and where. Carries data only.
public struct SettingsProblem: Error, Hashable, Sendable {
    public enum Reason: Hashable, Sendable {
        /// The file cannot be read, with the system's error number.
        case unreadable(code: Int32)
        /// A directory, a pipe or a device.
        case notPlain
        /// It has more bytes than that.
        case tooLarge(limit: Int)
        case notUTF8
        /// Not YAML, and what the parser says of it.
        case syntax(PlainText)
        /// The same name twice.
        case duplicates([PlainText])
        /// Anchors and aliases have no use in settings.
        case alias
        /// The file is not made of names and values.
        case noNames
        /// No setting is called so; one is called nearly so.
        case unknown(PlainText, suggestion: String?)
        /// No command is called so; one is called nearly so.
        case unknownCommand(PlainText, suggestion: String?)
        /// One value belongs there.
        case noValue(String)
        /// A list of names and values belongs there.
        case noGroup(String)
        /// It is one of these.
        case noChoice(String, among: [String])
        /// Neither `#rrggbb` nor a number of the palette.
        case noColor(String)
        /// Hard to read on a background of that kind: the ratio is below 4.5.
        case lowContrast(String, ratio: Double)
        /// No key is called so.
        case noKey(PlainText)
        case noServer(ShopAddressError)
        case noGuestName
        /// A section that lacks something.
        case missing(String, in: PlainText)
        /// A section that has both a path and an address.
        case pathAndAddress(PlainText)
        /// No path below the server's address.
        case noPath(PlainText)
        /// No address of a section, which may hold a secret and is not repeated.
        case noAddress(PlainText)
        /// More sections than that.
        case tooManySections(limit: Int)
    }

    public let reason: Reason
    public let origin: SettingOrigin

    public init(_ reason: Reason, at origin: SettingOrigin) {
        self.reason = reason
        self.origin = origin
    }

    init(_ reason: Reason, line: Int) { self.init(reason, at: .file(line: line)) }

    /// Whether the value is taken all the same.
    public var isWarning: Bool {
        if case .lowContrast = reason { true } else { false }
    }
}
