import Domain
import Foundation
import Platform
import TerminalText

/// How a guest got an order, with the phone number and the address, which are offered for the next one.
public struct RememberedHandover: Hashable, Sendable, Codable {
    /// The guest's name. Nothing is offered to others.
    public let who: PlainText
    /// Without a time and a note.
    public let handover: Handover
    /// When its oldest part was last used for an order.
    public let usedAt: Date

    /// Remembers what the guest of an order entered. What was not asked stays as it was remembered of the same guest before.
    public init(_ handover: Handover, of who: PlainText, after earlier: RememberedHandover?, at now: Date) {
        let before = earlier?.who == who ? earlier?.handover : nil
        self.who = who
        self.handover = Handover(
            handover.fulfillment, phone: handover.phone ?? before?.phone, address: handover.address ?? before?.address)
        let isOld = handover.phone == nil && before?.phone != nil || handover.address == nil && before?.address != nil
        usedAt = isOld ? earlier?.usedAt ?? now : now
    }

    /// Whether it may not be kept any longer by a shop that keeps what guests entered for that many days.
    public func isExpired(after days: Int, at now: Date) -> Bool {
        now.timeIntervalSince(usedAt) > Double(days) * RememberedHandover.day
    }

    /// Whether this program can have written it by then: the clock may have been set back by less than a day.
    fileprivate func isPlausible(at now: Date) -> Bool {
        Guest.problem(with: who) == nil && usedAt.isWritable && usedAt.timeIntervalSince(now) < RememberedHandover.day
    }

    private static let day = 86_400.0
}

/// Stores the name of the guest who ordered last on this device, and how that guest got the order.
public struct LastGuestStore: Sendable {
    private static let file = "last-guest"
    private static let handoverFile = "last-handover.json"
    private static let maxFileSize = 16 << 10
    private let directory: CacheDirectory

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

    /// What an earlier version stored: it did not say whose it is, so that it is offered to nobody.
    private struct NamelessHandover: Decodable {
        let who: String?
        let handover: Handover
    }

    /// Returns how the last guest got an order. Returns `nil` if nothing is remembered of a guest with a name, or if the
    /// file is not one that this program can have written: that is logged, and the file stays.
    func readHandover(at now: Date = Date()) -> RememberedHandover? {
        let file = LastGuestStore.handoverFile
        let stored = directory.read(file, atMost: LastGuestStore.maxFileSize)
        let remembered = stored.flatMap { try? JSONDecoder().decode(RememberedHandover.self, from: $0) }
        if let remembered, remembered.isPlausible(at: now) { return remembered }
        let nameless = stored.flatMap { try? JSONDecoder().decode(NamelessHandover.self, from: $0) }
        if directory.contains(file), nameless == nil || nameless?.who != nil {
            let line = "banchan: \(directory.path)/\(file) is ignored: it does not say how an order was handed over\n"
            try? FileHandle.standardError.write(contentsOf: Data(line.utf8))
        }
        return nil
    }

    /// Stores how the guest of an order got it, readable by its owner only.
    func write(_ handover: RememberedHandover) {
        guard let data = try? JSONEncoder().encode(handover) else { return }
        _ = directory.replace(LastGuestStore.handoverFile) { try $0.write(data) }
    }

    /// Forgets the name if it was stored before that time, and how an order was handed over if that was last used before
    /// it.
    func forget(storedBefore time: Date) {
        directory.remove(storedBefore: time) { [LastGuestStore.file, LastGuestStore.handoverFile].contains($0) }
        if let remembered = readHandover(), remembered.usedAt < time { directory.remove(LastGuestStore.handoverFile) }
    }
}
