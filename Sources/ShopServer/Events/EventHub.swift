import Domain
import Foundation
import NIOConcurrencyHelpers
import NIOCore
import Platform
import Storage

/// Notifies all open event streams of new section versions, whichever server on the same store created them.
///
/// Sleeps while no stream is open, and does not watch the store then.
final class EventHub: Sendable {
    /// An open event stream and the state of its client.
    private struct OpenStream {
        let stream: EventStream
        /// The terminal whose own sections are sent as well; `nil` if the client named none.
        let session: UUID?
        /// Whether the client also receives the keeper's sections.
        let isKeeper: Bool
        var position: Int?
        var isGreeted = false
    }

    /// What a client already knows and what it may receive. Clients that agree in both receive the same text.
    private struct BroadcastKey: Hashable {
        let position: Int?
        let isKeeper: Bool
    }

    /// The changes that may have to be sent.
    private struct Changes: Sendable {
        let versions: SectionVersions
        /// The terminals' latest change numbers, in the order of `terminalSections`.
        let ofTerminals: [[UUID: Int]]
    }

    private struct State {
        var streams: [ObjectIdentifier: OpenStream] = [:]
        /// The number of the last change that was sent; `nil` before the first one.
        var lastChange: Int?
        var isStopped = false
    }

    /// An event-stream comment, which clients ignore.
    private static let comment = ByteBuffer(string: ":\n\n")
    /// The range of reconnection delays, in milliseconds, sent to clients when the server stops.
    private static let pauses = 500...1_500
    /// The delay after the store could not be read.
    private static let pauseAfterFailure = Duration.seconds(1)

    private let store: any Store
    private let rules: EventRules
    private let cache: ResponseCache
    let keeper: Keeper
    let uses: ClientUses
    private let modules: [any ServerModule]
    private let terminalSections: [TerminalSection]
    private let state = NIOLockedValueBox(State())
    private let wakeUp = WakeUpSignal()

    init(
        store: any Store, rules: EventRules, cache: ResponseCache, keeper: Keeper, uses: ClientUses,
        modules: [any ServerModule]
    ) {
        self.modules = modules
        terminalSections = modules.compactMap(\.terminalSection)
        self.store = store
        self.rules = rules
        self.cache = cache
        self.keeper = keeper
        self.uses = uses
    }

    /// The sections that everybody receives now; the keeper receives further ones.
    var guestSections: [SectionID] { modules.flatMap(\.sections) }

    /// Whether another stream may be opened.
    var hasRoom: Bool { state.withLockedValue { hasRoom($0) } }

    // The following two functions are not inlined into the task of a stream: they would take 2 kB of its stack, for
    // hours.

    /// Registers a stream whose client knows all changes up to `number`, at the terminal of `session`. Returns `false`
    /// if there is no room.
    @inline(never) func open(
        _ stream: EventStream, of client: ClientAddress, after number: Int?, session: UUID?, isKeeper: Bool
    ) -> Bool {
        let isOpen = state.withLockedValue { state in
            guard hasRoom(state) else { return false }
            state.streams[ObjectIdentifier(stream)] = OpenStream(
                stream: stream, session: session, isKeeper: isKeeper, position: number)
            return true
        }
        guard isOpen else { return false }
        uses.openStream(client)
        wakeUp.signal()
        return true
    }

    @inline(never) func close(_ stream: EventStream, of client: ClientAddress) {
        uses.closeStream(client)
        let isLast = state.withLockedValue { state in
            state.streams[ObjectIdentifier(stream)] = nil
            return state.streams.isEmpty
        }
        if isLast { wakeUp.signal() }
    }

    /// Ends all streams and opens no more. Sends each client a random reconnection delay, so that they do not all
    /// reconnect at once, perhaps to another server.
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

    /// Sends changes and heartbeats until cancelled.
    func run() async {
        var watch: (any ChangeWatch)?
        var heartbeat = Heartbeat(every: rules.heartbeat)
        while !Task.isCancelled {
            let isHeard = state.withLockedValue { !$0.streams.isEmpty }
            if isHeard, watch == nil { watch = store.watchChanges { [wakeUp] in wakeUp.signal() } }
            if !isHeard { watch = nil }
            if heartbeat.beats(at: .now, isHeard: isHeard) { beat() }
            let isCurrent = isHeard ? await sendChanges() : true
            let pause = heartbeat.pause(at: .now)
            await wakeUp.wait(upTo: isCurrent ? pause : EventHub.pauseAfterFailure)
        }
    }

    private func hasRoom(_ state: State) -> Bool { !state.isStopped && state.streams.count < rules.maxStreams }

    private func beat() {
        for stream in state.withLockedValue({ $0.streams.values.map(\.stream) }) { _ = stream.send(EventHub.comment) }
    }

    /// Sends every client the changes that are new to it. Returns whether the store could be read.
    private func sendChanges() async -> Bool {
        guard let changes = try? await changes() else { return false }
        // The cache may hear of a change later than whoever asks because of its event.
        if isNew(changes.versions.last) { cache.empty() }
        let pieces = state.withLockedValue { advance(changes, &$0) }
        for (stream, piece) in pieces { _ = stream.send(piece) }
        return true
    }

    /// Records the change with that number as sent. Returns whether another one was the last.
    private func isNew(_ change: Int) -> Bool {
        state.withLockedValue { state in
            defer { state.lastChange = change }
            return state.lastChange != change
        }
    }

    /// Reads the section versions, and the terminals' changes since the oldest position of the open streams.
    private func changes() async throws -> Changes {
        let sent = state.withLockedValue { state in
            state.streams.values.lazy.filter { $0.isGreeted && $0.session != nil }.compactMap(\.position).min()
        }
        return try await store.read { [terminalSections] reader in
            let ofTerminals = try terminalSections.map { own in try sent.map { try own.changes(reader, $0) } ?? [:] }
            return Changes(versions: try reader.sectionVersions(), ofTerminals: ofTerminals)
        }
    }

    /// Returns what to send to each stream, and records it as sent.
    private func advance(_ changes: Changes, _ state: inout State) -> [(EventStream, ByteBuffer)] {
        let (versions, guestSections) = (changes.versions, guestSections)
        let allSections = guestSections + modules.flatMap(\.keeperSections)
        // Most clients have the same position, so the text is built once and shared.
        var written: [BroadcastKey: ByteBuffer] = [:]
        var pieces: [(EventStream, ByteBuffer)] = []
        for (id, listening) in state.streams {
            let key = BroadcastKey(position: listening.position, isKeeper: listening.isKeeper)
            let sections = key.isKeeper ? allSections : guestSections
            let text = written[key] ?? EventHub.text(of: versions.events(of: sections, after: key.position))
            written[key] = text
            let own = own(listening, changes)
            let all = own.isEmpty ? text : ByteBuffer(string: String(buffer: text) + own.map(\.text).joined())
            // Sent in one piece, so that a client that has received the greeting has received the first events too.
            let piece = listening.isGreeted || all.readableBytes > 0 ? all : EventHub.comment
            if piece.readableBytes > 0 { pieces.append((listening.stream, piece)) }
            state.streams[id]?.position = versions.last
            state.streams[id]?.isGreeted = true
        }
        return pieces
    }

    /// Returns the events of the client's own sections. A newly opened stream receives all of them, and so does one whose
    /// position the store has not reached: its database is an older one now.
    private func own(_ listening: OpenStream, _ changes: Changes) -> [SequencedEvent] {
        guard let session = listening.session else { return [] }
        let last = changes.versions.last
        let position = listening.isGreeted ? listening.position ?? 0 : nil
        let known = position.flatMap { $0 <= last ? $0 : nil }
        return zip(terminalSections, changes.ofTerminals).compactMap { own, changed in
            let sequence = known == nil ? last : changed[session] ?? 0
            if let known, sequence <= known { return nil }
            // Takes the highest number, so that a stream resumed after this event misses nothing.
            return SequencedEvent(sequence: last, event: SectionEvent(section: own.section, version: sequence))
        }
    }

    private static func text(of events: [SequencedEvent]) -> ByteBuffer {
        ByteBuffer(string: events.map(\.text).joined())
    }
}
