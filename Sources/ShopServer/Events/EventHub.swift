import Domain
import Foundation
import NIOConcurrencyHelpers
import NIOCore
import Storage

/// Tells everybody who listens which sections have new versions, whichever server on the store gave them.
///
/// While nobody listens it sleeps, and so does the store's watch.
final class EventHub: Sendable {
    /// Somebody who listens, and the number of the last change that they were told of; `nil` for none yet.
    private struct Listening {
        let stream: EventStream
        /// Whose own sections they are told of, too.
        let session: UUID?
        /// Whether they are told of what only the keeper may know.
        let isKeeper: Bool
        var position: Int?
        var isGreeted = false
    }

    /// What somebody knows, and may know.
    private struct Told: Hashable {
        let position: Int?
        let isKeeper: Bool
    }

    /// What there is to tell.
    private struct Changes: Sendable {
        let versions: SectionVersions
        /// The numbers of terminals' latest changes, in the order of `terminalSections`.
        let ofTerminals: [[UUID: Int]]
    }

    private struct State {
        var streams: [ObjectIdentifier: Listening] = [:]
        var isStopped = false
    }

    /// A line that the other side ignores.
    private static let comment = ByteBuffer(string: ":\n\n")
    /// Milliseconds until those come back whose stream ends with the server.
    private static let pauses = 500...1_500
    /// How long the store is left alone after it could not be read.
    private static let pauseAfterFailure = Duration.seconds(1)

    private let store: any Store
    private let rules: EventRules
    let keeper: Keeper
    let ledger: ClientLedger
    /// Those that have versions, and those of them that are for everybody.
    private let allSections: [SectionID]
    let guestSections: [SectionID]
    /// Those of which each terminal has its own.
    private let terminalSections: [TerminalSection]
    private let state = NIOLockedValueBox(State())
    private let wakeUp = WakeUpSignal()

    init(
        store: any Store, rules: EventRules, keeper: Keeper, ledger: ClientLedger, modules: [any ServerModule]
    ) {
        guestSections = modules.flatMap(\.sections)
        allSections = guestSections + modules.flatMap(\.keeperSections)
        terminalSections = modules.compactMap(\.terminalSection)
        self.store = store
        self.rules = rules
        self.keeper = keeper
        self.ledger = ledger
    }

    /// Whether one more may listen.
    var hasRoom: Bool { state.withLockedValue { hasRoom($0) } }

    // What is inlined into the task that listens takes 2 kB of its stack, for hours.

    /// Tells the stream's reader, who knows everything up to the change of that number, at the terminal of that session; not,
    /// when there is no room.
    @inline(never) func open(
        _ stream: EventStream, of client: ClientAddress, after number: Int?, session: UUID?, isKeeper: Bool
    ) -> Bool {
        let isOpen = state.withLockedValue { state in
            guard hasRoom(state) else { return false }
            state.streams[ObjectIdentifier(stream)] = Listening(
                stream: stream, session: session, isKeeper: isKeeper, position: number)
            return true
        }
        guard isOpen else { return false }
        ledger.openStream(client)
        wakeUp.signal()
        return true
    }

    @inline(never) func close(_ stream: EventStream, of client: ClientAddress) {
        ledger.closeStream(client)
        let isLast = state.withLockedValue { state in
            state.streams[ObjectIdentifier(stream)] = nil
            return state.streams.isEmpty
        }
        if isLast { wakeUp.signal() }
    }

    /// Ends all streams and opens no more. Everybody is told when to come back, where another server may be: not all at
    /// once.
    func stop() {
        let streams = state.withLockedValue { state in
            state.isStopped = true
            return state.streams.values.map(\.stream)
        }
        for stream in streams {
            _ = stream.send(ByteBuffer(string: "retry: \(Int.random(in: EventHub.pauses))\n\n"))
            stream.end()
        }
    }

    /// Tells what happens until cancelled.
    func run() async {
        var watch: (any ChangeWatch)?
        var heartbeat = Heartbeat(every: rules.heartbeat)
        while !Task.isCancelled {
            let isHeard = state.withLockedValue { !$0.streams.isEmpty }
            if isHeard, watch == nil { watch = store.watchChanges { [wakeUp] in wakeUp.signal() } }
            if !isHeard { watch = nil }
            if heartbeat.beats(at: .now, isHeard: isHeard) { beat() }
            let isCurrent = isHeard ? await tellNews() : true
            let pause = heartbeat.pause(at: .now)
            await wakeUp.wait(upTo: isCurrent ? pause : EventHub.pauseAfterFailure)
        }
    }

    private func hasRoom(_ state: State) -> Bool { !state.isStopped && state.streams.count < rules.mostStreams }

    private func beat() {
        for stream in state.withLockedValue({ $0.streams.values.map(\.stream) }) { _ = stream.send(EventHub.comment) }
    }

    /// Tells everybody what is news to them. Whether the store could be asked.
    private func tellNews() async -> Bool {
        guard let changes = try? await changes() else { return false }
        let pieces = state.withLockedValue { take(changes, &$0) }
        for (stream, piece) in pieces { _ = stream.send(piece) }
        return true
    }

    /// What changed since those who listen were last told.
    private func changes() async throws -> Changes {
        let told = state.withLockedValue { state in
            state.streams.values.lazy.filter { $0.isGreeted && $0.session != nil }.compactMap(\.position).min()
        }
        return try await store.read { [terminalSections] reader in
            let ofTerminals = try terminalSections.map { own in try told.map { try own.changes(reader, $0) } ?? [:] }
            return Changes(versions: try reader.sectionVersions(), ofTerminals: ofTerminals)
        }
    }

    /// What is to be sent to whom; it counts as told from then on.
    private func take(_ changes: Changes, _ state: inout State) -> [(EventStream, ByteBuffer)] {
        let versions = changes.versions
        // Most know the same, so that what is written for one is written for all.
        var written: [Told: ByteBuffer] = [:]
        var pieces: [(EventStream, ByteBuffer)] = []
        for (id, listening) in state.streams {
            let told = Told(position: listening.position, isKeeper: listening.isKeeper)
            let sections = told.isKeeper ? allSections : guestSections
            let news = written[told] ?? EventHub.text(of: versions.news(of: sections, after: told.position))
            written[told] = news
            let own = own(listening, changes)
            let all = own.isEmpty ? news : ByteBuffer(string: String(buffer: news) + own.map(\.text).joined())
            // In one piece, so that what is told first is known when the greeting is.
            let piece = listening.isGreeted || all.readableBytes > 0 ? all : EventHub.comment
            if piece.readableBytes > 0 { pieces.append((listening.stream, piece)) }
            state.streams[id]?.position = versions.last
            state.streams[id]?.isGreeted = true
        }
        return pieces
    }

    /// What is news of somebody's own sections: to somebody who has just come, all of them always are.
    private func own(_ listening: Listening, _ changes: Changes) -> [NumberedSectionEvent] {
        guard let session = listening.session else { return [] }
        let last = changes.versions.last
        return zip(terminalSections, changes.ofTerminals).compactMap { own, changed in
            let number = listening.isGreeted ? changed[session] ?? 0 : last
            if listening.isGreeted, number <= listening.position ?? 0 { return nil }
            // Comes behind all other news, so that a stream that is resumed there misses nothing.
            return NumberedSectionEvent(number: last, event: SectionEvent(section: own.section, version: number))
        }
    }

    private static func text(of news: [NumberedSectionEvent]) -> ByteBuffer {
        ByteBuffer(string: news.map(\.text).joined())
    }
}
