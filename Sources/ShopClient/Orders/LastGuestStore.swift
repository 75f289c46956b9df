import Domain
import Foundation
import Platform
import TerminalText

/// Stores the name of the guest who ordered last on this device.
public struct LastGuestStore: Sendable {
    private static let file = "last-guest"
    private static let maxFileSize = 4 << 10
    private let directory: CacheDirectory

    /// Creates a store in the directory at this path.
    public init(directory: String) { self.directory = CacheDirectory(path: directory) }

    /// Returns the store in the user's state directory: `XDG_STATE_HOME`, or `~/.local/state`. Returns `nil` if the
    /// environment defines neither.
    public static func standard(environment: [String: String] = ProcessInfo.processInfo.environment) -> LastGuestStore?
    {
        BaseDirectory.state.path(in: environment).map { LastGuestStore(directory: "\($0)/banchan") }
    }

    /// Returns the name, or an empty text if there is none that a shop accepts.
    func read() -> PlainText {
        let text = directory.read(LastGuestStore.file, atMost: LastGuestStore.maxFileSize).flatMap {
            String(validating: $0, as: UTF8.self)
        }
        let name = PlainText(text ?? "")
        return Guest.problem(with: name) == nil ? name : ""
    }

    func write(_ name: String) {
        _ = directory.replace(LastGuestStore.file) { try $0.write(Data(name.utf8)) }
    }
}
