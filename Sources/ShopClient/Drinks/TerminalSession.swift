import Foundation
import NIOConcurrencyHelpers
import Platform

/// What a terminal is called at a shop, which keeps its orders and its money in the drinks machine by that name. It is kept on this
/// device, so that the next run of the program goes on with them.
///
/// Several programs at once are several terminals: each takes the first name that no other one holds, and holds it
/// until it ends, however it ends.
public final class TerminalSession: Sendable {
    /// More programs at once have names that nobody keeps.
    private static let mostTerminals = 64
    /// A UUID has 36 characters; a file with more is damaged.
    private static let mostBytes = 64
    private static let ownerOnly: mode_t = 0o600

    private struct Held {
        var id: UUID?
        /// Locked as long as it is open.
        var descriptor: Int32 = -1
    }

    private let directory: URL?
    private let held = NIOLockedValueBox(Held())

    /// Keeps names in `directory`, which is one shop's; `nil` keeps none. Nothing is read before `id` is asked for.
    public init(directory: URL?) { self.directory = directory }

    deinit {
        let descriptor = held.withLockedValue { $0.descriptor }
        if descriptor >= 0 { close(descriptor) }
    }

    /// For the shop at `address`, or for the embedded one, below `banchan/terminals` in the user's state directory: that
    /// of `XDG_STATE_HOME`, or `~/.local/state`.
    public static func standard(
        for address: ShopAddress?, environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> TerminalSession {
        let shop = FileName.of(address?.description ?? "own")
        let directory = BaseDirectory.state.url(in: environment)?.appendingPathComponent("banchan/terminals")
        return TerminalSession(directory: directory?.appendingPathComponent(shop))
    }

    /// The name, which stays the same from the first question on. Reads a file at that one. Where none can be kept, a
    /// name for this run alone.
    public var id: UUID {
        held.withLockedValue { held in
            if let id = held.id { return id }
            held = directory.flatMap(TerminalSession.hold) ?? Held(id: UUID())
            return held.id ?? UUID()
        }
    }

    private static func hold(in directory: URL) -> Held? {
        // Where that fails, so does opening a file there.
        try? PrivateDirectory.create(at: directory.path)
        for number in 1...mostTerminals {
            let path = directory.appendingPathComponent(String(number)).path
            // Not blocking: a pipe in its place would wait for a writer.
            let descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, ownerOnly)
            guard descriptor >= 0 else { continue }
            if isPlain(descriptor), flock(descriptor, LOCK_EX | LOCK_NB) == 0,
                let id = read(descriptor) ?? write(UUID(), descriptor)
            {
                return Held(id: id, descriptor: descriptor)
            }
            close(descriptor)
        }
        return nil
    }

    private static func isPlain(_ descriptor: Int32) -> Bool {
        var facts = stat()
        return fstat(descriptor, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG
    }

    /// The name in the file; `nil` where that is damaged.
    private static func read(_ descriptor: Int32) -> UUID? {
        var bytes = [UInt8](repeating: 0, count: mostBytes)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        guard count > 0 else { return nil }
        let text = String(decoding: bytes.prefix(count), as: UTF8.self)
        return UUID(uuidString: text.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    private static func write(_ id: UUID, _ descriptor: Int32) -> UUID? {
        let bytes = Array("\(id.uuidString.lowercased())\n".utf8)
        guard fchmod(descriptor, ownerOnly) == 0, ftruncate(descriptor, 0) == 0,
            pwrite(descriptor, bytes, bytes.count, 0) == bytes.count
        else { return nil }
        return id
    }
}
