import Domain
import Foundation

/// What is known of one section, and the state of its operations.
struct SectionEntry: Sendable {
    /// Where the rows are that are not in memory.
    enum StoredRows: Sendable { case known, onDisk, reading }

    /// What is not on disk yet: nothing, only the confirmation time, or the rows.
    enum Unsaved: Int, Sendable, Comparable {
        case nothing, times, rows
        static func < (left: Unsaved, right: Unsaved) -> Bool { left.rawValue < right.rawValue }
    }

    enum Outcome: Sendable {
        /// The known rows are unchanged; the validator may be a new one if the source sent it.
        case same(validator: String?)
        case different(SectionRows, validator: String?)
        case failed(FetchFailure)

        /// Whether the server could not be reached or the connection failed.
        var isConnectionLoss: Bool {
            guard case .failed(let failure) = self else { return false }
            return failure.isConnectionLoss
        }
    }

    private(set) var definition: SectionDefinition
    var section: Section
    /// Whether the section was ever shown; before that it is neither read nor fetched.
    private(set) var isOpen: Bool
    /// The validator of all of `section.rows`, as far as the server has them or `rowLimit` reaches.
    var validator: String?
    /// The validator to store on disk, which does not have the records that were left out: such an answer is fetched
    /// again, and reported again.
    var cachedValidator: String? { section.rows.leftOut.count == 0 ? validator : nil }
    /// The number of the latest request. Only its answer counts; those of older ones are ignored.
    var generation = 0
    /// Whether a fetch was requested that has not begun.
    private(set) var isWanted = false
    /// Whether the requested fetch, or the one under way, was not requested by the user: then it is not shown.
    private var isQuiet = false
    /// Whether the fetch of the current generation has begun and not ended.
    private(set) var isUnderWay = false
    /// Cancels the fetch under way.
    var cancellation: CancellationHandle?
    /// The delay that the server asked for with the latest answer, while nobody waits for its end yet.
    private(set) var dueDelay: Duration?
    /// Cancels the wait for its end.
    var delayCancellation: CancellationHandle?
    /// When the latest request was sent.
    var requestedAt: ContinuousClock.Instant?
    /// When the latest fetch began.
    private(set) var begunAt: ContinuousClock.Instant?
    var storedRows = StoredRows.known
    var unsaved = Unsaved.nothing
    /// The confirmation time that is on disk.
    var cachedTime: Date?

    /// Ages are shown in minutes: a time on disk that is less than a minute behind is not updated until the program
    /// quits.
    private static let timePrecision: TimeInterval = 60

    /// Creates an entry. A section that is not open yet may be on disk.
    init(_ definition: SectionDefinition, isOpen: Bool = true, isKept: Bool = false) {
        self.definition = definition
        section = Section(id: definition.id)
        self.isOpen = isOpen
        if !isOpen, isKept, definition.isKept { storedRows = .onDisk }
    }

    /// Whether the latest fetch failed because the connection to the shop did.
    var isLost: Bool { isAtShop && section.failure?.isConnectionLoss == true }
    /// Whether the latest answer could not be decoded.
    var isUndecodable: Bool { section.failure?.isUndecodable == true }
    /// Whether the server asked to be left alone for a while.
    var isDelayed: Bool { if case .later = section.failure { true } else { false } }
    /// Whether the section is at the shop's server, so that its fetches tell whether that is reachable.
    var isAtShop: Bool { definition.address == nil }

    /// A section with only the head in memory waits for the rest, so that its validator can be used.
    var isReadyToFetch: Bool { isWanted && storedRows == .known && !isUnderWay }
    var isReadyToRead: Bool { isOpen && storedRows == .onDisk }
    /// Whether the section should be written to disk at once.
    var isSavingDue: Bool {
        switch unsaved {
        case .nothing: return false
        case .rows: return true
        case .times:
            guard let cachedTime, let time = section.confirmedAt else { return true }
            return time.timeIntervalSince(cachedTime) >= SectionEntry.timePrecision
        }
    }
    /// Whether a fetch is requested or under way, so that its answer will bring the current content.
    var isFetchPending: Bool { isWanted || isUnderWay }

    /// Requests a fetch; one under way is cancelled.
    mutating func requestFetch() {
        cancellation?.cancel()
        cancellation = nil
        generation += 1
        isOpen = true
        isUnderWay = false
        isQuiet = false
        isWanted = true
    }

    /// Requests a fetch that is not shown. One under way is completed first: if it were cancelled at each change, a
    /// section that changes all the time would never arrive.
    mutating func requestWithoutEvent() {
        guard isOpen, !isWanted else { return }
        isWanted = true
        if !isUnderWay { isQuiet = true }
    }

    /// Does the same unless the latest answer could not be decoded.
    mutating func requestIfDecodable() {
        if !isUndecodable { requestWithoutEvent() }
    }

    /// Sets how many rows of a section that is sent in pages are fetched from now on. More of them are requested at once.
    mutating func limitRows(to count: Int) {
        guard let limit = definition.rowLimit, count != limit else { return }
        definition.rowLimit = count
        if count > limit { requestFetch() }
    }

    /// Starts the requested fetch. Returns the handle that cancels it.
    mutating func beginFetch() -> CancellationHandle {
        let cancellation = CancellationHandle()
        self.cancellation = cancellation
        isWanted = false
        isUnderWay = true
        begunAt = .now
        if !isQuiet { section.isFetching = true }
        return cancellation
    }

    /// Starts the wait for the end of the delay that the server asked for. An earlier one ends.
    mutating func beginDelay(_ cancellation: CancellationHandle) {
        delayCancellation?.cancel()
        delayCancellation = cancellation
        dueDelay = nil
    }

    /// Requests a fetch after the delay that the server asked for.
    mutating func endDelay() {
        if isDelayed, !isFetchPending { requestWithoutEvent() }
    }

    /// Resets the entry when the repository stops.
    mutating func close() {
        section.isFetching = false
        cancellation = nil
        (dueDelay, delayCancellation) = (nil, nil)
        isWanted = false
        isUnderWay = false
        generation += 1
        if storedRows == .reading { storedRows = .onDisk }
    }
}

// State that is known without a fetch.
extension SectionEntry {
    /// Records whether the server has the section. One that is open is known from its own fetches.
    mutating func note(isServed: Bool) {
        if !isOpen { section.failure = isServed ? nil : .status(404) }
    }
}

// Rows from the disk.
extension SectionEntry {
    /// Sets the stored rows, all or the first ones. Does nothing if newer ones are already known.
    mutating func restore(_ snapshot: Snapshot) {
        guard section.confirmedAt == nil else { return }
        setRows(snapshot.rows, total: snapshot.total)
        section.confirmedAt = snapshot.confirmedAt
        cachedTime = snapshot.confirmedAt
        validator = snapshot.isWhole ? snapshot.validator : nil
        storedRows = snapshot.isWhole ? .known : .onDisk
    }

    /// Sets all rows after only the first were known. `nil` means that they cannot be read: then the known ones count
    /// as all, until a fetch brings the rest.
    mutating func restoreRest(_ snapshot: Snapshot?) {
        guard storedRows == .reading else { return }
        storedRows = .known
        guard let snapshot else {
            section.total = section.rows.count
            return
        }
        setRows(snapshot.rows, total: snapshot.total)
        section.confirmedAt = snapshot.confirmedAt
        cachedTime = snapshot.confirmedAt
        validator = snapshot.validator
    }

    private mutating func setRows(_ rows: SectionRows, total: Int) {
        section.total = total
        guard !rows.isEmpty || !section.rows.isEmpty else { return }
        section.rows = rows
        section.contentVersion += 1
    }
}

// Results of the source.
extension SectionEntry {
    mutating func finishFetch(_ outcome: Outcome, at now: Date) {
        section.isFetching = false
        isUnderWay = false
        // A fetch requested during this one was requested quietly.
        isQuiet = isWanted
        cancellation = nil
        switch outcome {
        case .same(let validator):
            confirm(validator, at: now)
            note(unsaved: .times)
        case .different(let rows, let validator):
            setRows(rows, total: rows.count + rows.unfetched)
            confirm(validator, at: now)
            note(unsaved: .rows)
        case .failed(let failure):
            section.failure = failure
            section.isFresh = false
            if case .later(_, let delay) = failure { dueDelay = delay }
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
