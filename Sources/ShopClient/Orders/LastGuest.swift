import Foundation
import Platform
import TerminalText

/// What whoever ordered last on this device is called.
public struct LastGuest: Sendable {
    private static let file = "last-guest"
    private static let largestFile = 4 << 10
    private let directory: CacheDirectory

    public init(directory: URL) { self.directory = CacheDirectory(path: directory.path) }

    /// Below the user's state directory: that of `XDG_STATE_HOME`, or `~/.local/state`. `nil` where the environment
    /// names neither.
    public static func standard(environment: [String: String] = ProcessInfo.processInfo.environment) -> LastGuest? {
        BaseDirectory.state.url(in: environment).map { LastGuest(directory: $0.appendingPathComponent("banchan")) }
    }

    /// Empty where nobody is known.
    func read() -> PlainText {
        PlainText(
            directory.read(LastGuest.file, atMost: LastGuest.largestFile).map { String(decoding: $0, as: UTF8.self) }
                ?? "")
    }

    func write(_ name: String) {
        _ = directory.replace(LastGuest.file) { try $0.write(Data(name.utf8)) }
    }
}
