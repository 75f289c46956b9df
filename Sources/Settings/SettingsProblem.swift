import ShopClient
import TerminalText

/// A problem with a setting, and where its value came from. Carries data only.
public struct SettingsProblem: Error, Hashable, Sendable {
    public enum Reason: Hashable, Sendable {
        /// The file cannot be read, with the system's error number.
        case unreadable(code: Int32)
        /// The file cannot be written, with the system's error number.
        case unwritable(code: Int32)
        /// The setting is in the file in a way that the program does not change.
        case fixedLine(String)
        /// The program was opened with the setting.
        case fixed(String)
        /// A directory, a pipe or a device.
        case notPlain
        /// The file is larger than that many bytes.
        case tooLarge(limit: Int)
        case notUTF8
        /// The file is not valid YAML; with the parser's message.
        case syntax(PlainText)
        /// The same name is used twice, or two sections have the same place.
        case duplicates([PlainText])
        /// The file has an anchor or an alias, which settings do not support.
        case alias
        /// The file is not a mapping of names to values.
        case noNames
        /// There is no such setting; with the closest name, if any.
        case unknown(PlainText, suggestion: String?)
        /// There is no such command; with the closest name, if any.
        case unknownCommand(PlainText, suggestion: String?)
        /// The setting needs a single value; for keys, one or a list of them.
        case noValue(String)
        /// The setting needs a mapping of names to values.
        case noGroup(String)
        /// The value is not one of these.
        case noChoice(String, among: [String])
        /// Neither `#rrggbb` nor a number of the palette.
        case noColor(String)
        /// The colour is hard to read on that kind of background: its contrast ratio is below 4.5.
        case lowContrast(String, ratio: Double)
        /// There is no key of that name.
        case noKey(PlainText)
        case noServer(ShopAddressError)
        case noGuestName
        /// A section without a required part.
        case missing(String, in: PlainText)
        /// A section with both a path and an address.
        case pathAndAddress(PlainText)
        /// The path is not a valid path below the server's address.
        case noPath(PlainText)
        /// The address is not valid for a section. It may contain a secret and is not repeated.
        case noAddress(PlainText)
        case tooManySections(limit: Int)
    }

    public let reason: Reason
    public let origin: SettingOrigin

    public init(_ reason: Reason, at origin: SettingOrigin) {
        self.reason = reason
        self.origin = origin
    }

    init(_ reason: Reason, line: Int) { self.init(reason, at: .file(line: line)) }

    public var isWarning: Bool {
        if case .lowContrast = reason { true } else { false }
    }
}
