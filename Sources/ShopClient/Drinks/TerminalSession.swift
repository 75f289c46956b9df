import Foundation
import NIOConcurrencyHelpers
import Platform

/// The identity of a terminal at a shop, which stores its orders and its money in the drinks machine under it. It is
/// stored on this device, so that the next run of the program continues with them.
///
/// Several programs at once are several terminals: each takes the first identity that no other one has locked, and
/// holds the lock until it ends, however it ends.
public final class TerminalSession: Sendable {
    /// The maximum number of stored identities; further programs at once use identities that are not stored.
    private static let maxTerminals = 64
    /// The maximum size of a file. A UUID has 36 characters; a larger file is damaged.
    private static let maxBytes = 64
    private static let ownerOnly: mode_t = 0o600

    private struct State {
        var id: UUID?
        /// The open file, which is locked as long as it is open.
        var descriptor: Int32 = -1
    }

    private let directory: String?
    private let held = NIOLockedValueBox(State())

    /// Creates a session stored in the directory at this path, which belongs to one shop; `nil` stores none. Nothing is
    /// read before `id` is used.
    public init(directory: String?) { self.directory = directory }

    deinit {
        let descriptor = held.withLockedValue { $0.descriptor }
        if descriptor >= 0 { close(descriptor) }
    }

    /// Returns the session for the shop at `address`, or for the embedded one, in `banchan/terminals` of the user's
    /// state directory: `XDG_STATE_HOME`, or `~/.local/state`.
    public static func standard(
        for address: ShopAddress?, environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> TerminalSession {
        let shop = FileName.of(address?.description ?? "own")
        return TerminalSession(
            directory: BaseDirectory.state.path(in: environment).map { "\($0)/banchan/terminals/\(shop)" })
    }

    /// The identity, which stays the same after the first access. The first access reads a file. If none can be stored,
    /// the identity is valid for this run only.
    public var id: UUID {
        held.withLockedValue { held in
            if let id = held.id { return id }
            held = directory.flatMap(TerminalSession.hold) ?? State(id: UUID())
            return held.id ?? UUID()
        }
    }

    private static func hold(in directory: String) -> State? {
        // If this fails, so does opening a file there.
        try? PrivateDirectory.create(at: directory)
        for number in 1...maxTerminals {
            let path = "\(directory)/\(number)"
            // Non-blocking: opening a FIFO in its place would wait for a writer.
            let descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, ownerOnly)
            guard descriptor >= 0 else { continue }
            if isPlain(descriptor), flock(descriptor, LOCK_EX | LOCK_NB) == 0,
                let id = read(descriptor) ?? write(UUID(), descriptor)
            {
                return State(id: id, descriptor: descriptor)
            }
            close(descriptor)
        }
        return nil
    }

    private static func isPlain(_ descriptor: Int32) -> Bool {
        var facts = stat()
        return fstat(descriptor, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG
    }

    /// Reads the identity from the file. Returns `nil` if the file is damaged.
    private static func read(_ descriptor: Int32) -> UUID? {
        var bytes = [UInt8](repeating: 0, count: maxBytes)
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
