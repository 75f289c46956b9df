import Foundation
import NIOConcurrencyHelpers
import Platform

/// The identity of a terminal at a shop, which stores its orders and its money in the drinks machine under it. It is
/// stored on this device with the first thing that is kept under it, so that the next run of the program continues with
/// it.
///
/// Several programs at once are several terminals: each takes the first stored identity that no other one has locked,
/// and holds the lock until it ends, however it ends.
public final class TerminalSession: Sendable {
    /// The maximum number of stored identities; further programs at once use identities that are not stored.
    private static let maxTerminals = 64

    private struct State {
        var id: UUID?
        var file: SessionFile?
    }

    private let directory: String?
    private let willStore: @Sendable () -> Bool
    private let held: NIOLockedValueBox<State>

    /// Creates a session stored in the directory at this path, which belongs to one shop; `nil` stores none. Nothing is
    /// read before `id` is used. `willStore` is called before an identity is first stored, and returns whether it may
    /// be.
    public convenience init(directory: String?, willStore: @escaping @Sendable () -> Bool = { true }) {
        self.init(directory, willStore, State())
    }

    private init(_ directory: String?, _ willStore: @escaping @Sendable () -> Bool, _ state: State) {
        self.directory = directory
        self.willStore = willStore
        held = NIOLockedValueBox(state)
    }

    /// Returns the session for the shop at `address`, or for the embedded one, in `banchan/terminals` of the user's
    /// state directory: `XDG_STATE_HOME`, or `~/.local/state`.
    public static func standard(
        for address: ShopAddress?, environment: [String: String] = ProcessInfo.processInfo.environment,
        willStore: @escaping @Sendable () -> Bool = { true }
    ) -> TerminalSession {
        TerminalSession(directory: directory(for: address, environment), willStore: willStore)
    }

    /// Returns the stored sessions of the shop at `address` that no program has locked, as `standard` stores them. Each
    /// is locked when the iteration reaches it, until it is released.
    public static func unused(
        for address: ShopAddress?, environment: [String: String]
    ) -> some Sequence<TerminalSession> {
        let directory = directory(for: address, environment)
        return (1...maxTerminals).lazy.compactMap { number in
            guard let directory, let file = SessionFile(at: "\(directory)/\(number)"), let id = file.id else {
                return nil
            }
            return TerminalSession(directory, { true }, State(id: id, file: file))
        }
    }

    /// Returns all stored sessions of the shop at `address`, also those that programs have locked, to read what the shop
    /// has under them. They are not locked.
    public static func all(for address: ShopAddress?, environment: [String: String]) -> [TerminalSession] {
        guard let directory = directory(for: address, environment) else { return [] }
        return (1...maxTerminals).compactMap { number in
            SessionFile.id(at: "\(directory)/\(number)").map { TerminalSession(directory, { false }, State(id: $0)) }
        }
    }

    private static func directory(for address: ShopAddress?, _ environment: [String: String]) -> String? {
        let shop = FileName.of(address?.description ?? "own")
        return BaseDirectory.state.path(in: environment).map { "\($0)/banchan/terminals/\(shop)" }
    }

    /// The identity, which stays the same after the first access. The first access may read a file.
    public var id: UUID { held.withLockedValue { identity(&$0) } }

    private func identity(_ held: inout State) -> UUID {
        if let id = held.id { return id }
        held.file = stored()
        let id = held.file?.id ?? UUID()
        held.id = id
        return id
    }

    /// Stores the identity, unless it is already stored. Call this before something is kept under it, here or at the
    /// shop. If it cannot be stored, the identity is valid for this run only. Writes a small file.
    public func keep() {
        held.withLockedValue { held in
            let id = identity(&held)
            guard held.file == nil, let directory, willStore() else { return }
            held.file = TerminalSession.store(id, in: directory)
        }
    }

    /// Removes the stored identity, under which nothing is kept any more.
    public func forget() { held.withLockedValue { $0.file?.remove() } }

    /// Returns the first stored identity that no other program has locked, and locks it.
    private func stored() -> SessionFile? {
        guard let directory, access(directory, F_OK) == 0 else { return nil }
        return (1...TerminalSession.maxTerminals).lazy.compactMap { SessionFile(at: "\(directory)/\($0)") }.first {
            $0.id != nil
        }
    }

    private static func store(_ id: UUID, in directory: String) -> SessionFile? {
        // If this fails, so does opening a file there.
        try? PrivateDirectory.create(at: directory)
        return (1...maxTerminals).lazy.compactMap { SessionFile(at: "\(directory)/\($0)", creating: true) }
            .first { $0.id == nil && $0.write(id) }
    }
}

/// A locked file with an identity. It stays locked until it is released.
private final class SessionFile: Sendable {
    /// The maximum size of a file. A UUID has 36 characters; a larger file is damaged.
    private static let maxBytes = 64
    private static let ownerOnly: mode_t = 0o600

    private let path: String
    private let descriptor: Int32

    /// Opens and locks the regular file at `path`. Returns `nil` if that is not possible at once.
    init?(at path: String, creating: Bool = false) {
        self.path = path
        // Non-blocking: opening a FIFO in its place would wait for a writer.
        let access = O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | (creating ? O_CREAT : 0)
        descriptor = open(path, access, SessionFile.ownerOnly)
        // It may have been removed before it was locked.
        guard descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0, isRegular else { return nil }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    private var isRegular: Bool { SessionFile.isRegular(descriptor) }

    private static func isRegular(_ descriptor: Int32) -> Bool {
        var facts = stat()
        return fstat(descriptor, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG && facts.st_nlink > 0
    }

    /// Returns the identity in the regular file at `path`, whoever has locked it.
    static func id(at path: String) -> UUID? {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return isRegular(descriptor) ? id(in: descriptor) : nil
    }

    /// The identity in the file; `nil` if the file is empty or damaged.
    var id: UUID? { SessionFile.id(in: descriptor) }

    private static func id(in descriptor: Int32) -> UUID? {
        var bytes = [UInt8](repeating: 0, count: SessionFile.maxBytes)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        guard count > 0 else { return nil }
        let text = String(decoding: bytes.prefix(count), as: UTF8.self)
        return UUID(uuidString: text.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    /// Replaces the content. Returns whether that succeeded.
    func write(_ id: UUID) -> Bool {
        let bytes = Array("\(id.uuidString.lowercased())\n".utf8)
        return fchmod(descriptor, SessionFile.ownerOnly) == 0 && ftruncate(descriptor, 0) == 0
            && pwrite(descriptor, bytes, bytes.count, 0) == bytes.count
    }

    func remove() { unlink(path) }
}
