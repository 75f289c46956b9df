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

    /// Returns the name, or an empty text if there is none.
    func read() -> PlainText {
        PlainText(
            directory.read(LastGuestStore.file, atMost: LastGuestStore.maxFileSize).map {
                String(decoding: $0, as: UTF8.self)
            }
                ?? "")
    }

    func write(_ name: String) {
        _ = directory.replace(LastGuestStore.file) { try $0.write(Data(name.utf8)) }
    }
}
