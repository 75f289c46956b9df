import Domain
import Foundation
import ShopHTTP

/// What is known of one section, and what is going on about it.
struct SectionEntry: Sendable {
    /// Where the rows are that are not in memory.
    enum StoredRows: Sendable { case known, onDisk, reading }

    /// What the disk does not have yet: nothing, only when the rows were confirmed, or the rows themselves.
    enum Unsaved: Int, Sendable, Comparable {
        case nothing, times, rows
        static func < (left: Unsaved, right: Unsaved) -> Bool { left.rawValue < right.rawValue }
    }

    /// How a fetch ended.
    enum Outcome: Sendable {
        /// The rows known are the content; the validator is another when the source sent one.
        case same(validator: String?)
        case different(SectionRows, validator: String?)
        case failed(FetchFailure)

        /// Whether the server could not be spoken to.
        var isConnectionLoss: Bool {
            guard case .failed(let failure) = self else { return false }
            return failure.isConnectionLoss
        }
    }

    let definition: SectionDefinition
    var section: Section
    /// Whether anybody has looked at it; before that it is neither read nor fetched.
    private(set) var isOpen: Bool
    /// Stands for `section.rows`, all of them.
    var validator: String?
    /// The same for the disk, which has no records that were left out: such an answer is fetched again, and told again.
    var keptValidator: String? { section.rows.leftOut.count == 0 ? validator : nil }
    /// The fetch whose answer counts. Grows with every request, so that older answers are told apart.
    var generation = 0
    /// Whether a fetch was asked for that has not begun.
    private(set) var isWanted = false
    /// Whether the wanted fetch, or the one under way, was asked for by nobody in front: then it is not shown.
    private var isQuiet = false
    /// Whether the fetch of the present generation has begun and not ended.
    private(set) var isUnderWay = false
    /// Ends the fetch under way.
    var cancellation: CancellationHandle?
    /// When the latest request was made.
    var requestedAt: ContinuousClock.Instant?
    /// When the fetch under way, or the latest, began.
    private(set) var begunAt: ContinuousClock.Instant?
    var storedRows = StoredRows.known
    var unsaved = Unsaved.nothing
    /// When the rows were confirmed, as the disk has it.
    var keptTime: Date?

    /// Ages are told in minutes: a time on disk that is less than one behind does until the program leaves.
    private static let timePrecision: TimeInterval = 60

    /// A section that is not open yet may be on disk.
    init(_ definition: SectionDefinition, isOpen: Bool = true, isKept: Bool = false) {
        self.definition = definition
        section = Section(id: definition.id)
        self.isOpen = isOpen
        if !isOpen, isKept, definition.isKept { storedRows = .onDisk }
    }

    /// Whether the connection to the shop broke at the latest fetch.
    var isLost: Bool { isAtShop && section.failure?.isConnectionLoss == true }
    /// Whether it says something of the shop's server that it is fetched.
    var isAtShop: Bool { definition.address == nil }

    /// A section of which only the head is in memory waits for the rest, so that its validator can be used.
    var isReadyToFetch: Bool { isWanted && storedRows == .known && !isUnderWay }
    var isReadyToRead: Bool { isOpen && storedRows == .onDisk }
    /// Whether the disk should be brought up to date at once.
    var isSavingDue: Bool {
        switch unsaved {
        case .nothing: return false
        case .rows: return true
        case .times:
            guard let keptTime, let time = section.confirmedAt else { return true }
            return time.timeIntervalSince(keptTime) >= SectionEntry.timePrecision
        }
    }
    /// Whether an answer that is still to come will tell the present content.
    var isToCome: Bool { isWanted || isUnderWay }

    /// A fetch is wanted: one under way is given up, whatever it brings.
    mutating func want() {
        cancellation?.cancel()
        cancellation = nil
        generation += 1
        isOpen = true
        isUnderWay = false
        isQuiet = false
        isWanted = true
    }

    /// A fetch that begins from now on is wanted, though by nobody who waits for it. One under way is let finish first:
    /// were it given up each time that something changes, a section that changes all the time would never arrive.
    mutating func wantQuietly() {
        guard isOpen, !isWanted else { return }
        isWanted = true
        if !isUnderWay { isQuiet = true }
    }

    /// The wanted fetch begins, until it ends or is interrupted.
    mutating func beginFetch() -> CancellationHandle {
        let cancellation = CancellationHandle()
        self.cancellation = cancellation
        isWanted = false
        isUnderWay = true
        begunAt = .now
        if !isQuiet { section.isFetching = true }
        return cancellation
    }

    /// Nothing runs any more.
    mutating func close() {
        section.isFetching = false
        cancellation = nil
        isWanted = false
        isUnderWay = false
        generation += 1
        if storedRows == .reading { storedRows = .onDisk }
    }
}

// What is known without a fetch.
extension SectionEntry {
    /// The server has such a section, or has none. One that was looked at has told by itself.
    mutating func note(isServed: Bool) {
        if !isOpen { section.failure = isServed ? nil : .status(404) }
    }
}

// What came from the disk.
extension SectionEntry {
    /// The first rows, or all of them, as they were last known. Later knowledge is not overwritten.
    mutating func takeLastKnown(_ snapshot: Snapshot) {
        guard section.confirmedAt == nil else { return }
        setRows(snapshot.rows, total: snapshot.total)
        section.confirmedAt = snapshot.confirmedAt
        keptTime = snapshot.confirmedAt
        validator = snapshot.isWhole ? snapshot.validator : nil
        storedRows = snapshot.isWhole ? .known : .onDisk
    }

    /// All rows, where only the first were known; `nil` when they cannot be read: then those known are all there are,
    /// until a fetch brings the rest.
    mutating func takeRest(_ snapshot: Snapshot?) {
        guard storedRows == .reading else { return }
        storedRows = .known
        guard let snapshot else {
            section.total = section.rows.count
            return
        }
        setRows(snapshot.rows, total: snapshot.total)
        section.confirmedAt = snapshot.confirmedAt
        keptTime = snapshot.confirmedAt
        validator = snapshot.validator
    }

    private mutating func setRows(_ rows: SectionRows, total: Int) {
        section.total = total
        guard !rows.isEmpty || !section.rows.isEmpty else { return }
        section.rows = rows
        section.contentVersion += 1
    }
}

// What came from the source.
extension SectionEntry {
    mutating func finishFetch(_ outcome: Outcome, at now: Date) {
        section.isFetching = false
        isUnderWay = false
        // What is wanted next was wanted while this was under way: quietly.
        isQuiet = isWanted
        cancellation = nil
        switch outcome {
        case .same(let validator):
            confirm(validator, at: now)
            note(unsaved: .times)
        case .different(let rows, let validator):
            setRows(rows, total: rows.count)
            confirm(validator, at: now)
            note(unsaved: .rows)
        case .failed(let failure):
            section.failure = failure
            section.isFresh = false
        }
    }

    private mutating func note(unsaved: Unsaved) {
        if definition.isKept { self.unsaved = max(self.unsaved, unsaved) }
    }

    private mutating func confirm(_ validator: String?, at now: Date) {
        self.validator = validator
        section.confirmedAt = now
        section.isFresh = true
        section.failure = nil
    }
}
