import Domain
import Foundation
import NIOConcurrencyHelpers
import NIOCore
import Storage

/// Tells everybody who listens which sections have new versions, whichever server on the ledger gave them.
///
/// While nobody listens it sleeps, and so does the ledger's watch.
final class EventHub: Sendable {
    /// Somebody who listens, and the number of the last change that they were told of; `nil` for none yet.
    private struct Listening {
        let stream: EventStream
        /// Whose balance and purchases they are told of, too.
        let session: UUID?
        var position: Int?
        var isGreeted = false
    }

    private struct State {
        var streams: [ObjectIdentifier: Listening] = [:]
        var isStopped = false
    }

    /// A line that the other side ignores.
    private static let comment = ByteBuffer(string: ":\n\n")
    /// How long the ledger is left alone after it could not be read.
    private static let pauseAfterFailure = Duration.seconds(1)

    private let ledger: any Ledger
    private let rules: EventRules
    /// Those that have versions.
    private let sections: [SectionID]
    private let state = NIOLockedValueBox(State())
    private let wakeUp = WakeUpSignal()

    init(ledger: any Ledger, rules: EventRules, sections: [SectionID]) {
        self.sections = sections
        self.ledger = ledger
        self.rules = rules
    }

    /// Whether one more may listen.
    var hasRoom: Bool { state.withLockedValue { hasRoom($0) } }

    /// A stream on that connection for somebody who knows everything up to the change of that number, at the terminal of
    /// that session; `nil` when there is no room.
    func open(on channel: any Channel, after number: Int?, session: UUID?) -> EventStream? {
        let stream = EventStream(on: channel)
        let isOpen = state.withLockedValue { state in
            guard hasRoom(state) else { return false }
            state.streams[ObjectIdentifier(stream)] = Listening(stream: stream, session: session, position: number)
            return true
        }
        guard isOpen else { return nil }
        wakeUp.signal()
        return stream
    }

    func close(_ stream: EventStream) {
        let isLast = state.withLockedValue { state in
            state.streams[ObjectIdentifier(stream)] = nil
            return state.streams.isEmpty
        }
        if isLast { wakeUp.signal() }
    }

    /// Ends all streams and opens no more.
    func stop() {
        let streams = state.withLockedValue { state in
            state.isStopped = true
            return state.streams.values.map(\.stream)
        }
        for stream in streams { stream.end() }
    }

    /// Tells what happens until cancelled.
    func run() async {
        var watch: (any SectionWatch)?
        var heartbeat = Heartbeat(every: rules.heartbeat)
        while !Task.isCancelled {
            let isHeard = state.withLockedValue { !$0.streams.isEmpty }
            if isHeard, watch == nil { watch = ledger.watchSections { [wakeUp] in wakeUp.signal() } }
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

    /// Tells everybody what is news to them. Whether the ledger could be asked.
    private func tellNews() async -> Bool {
        guard let versions = try? await ledger.sections(), let sessions = try? await sessionsChanged() else {
            return false
        }
        let pieces = state.withLockedValue { EventHub.take(versions, sessions, &$0, sections) }
        for (stream, piece) in pieces { _ = stream.send(piece) }
        return true
    }

    /// The sessions that changed since those who listen were last told; none where nobody was yet.
    private func sessionsChanged() async throws -> [UUID: Int] {
        let told = state.withLockedValue { state in
            state.streams.values.lazy.filter { $0.isGreeted && $0.session != nil }.compactMap(\.position).min()
        }
        guard let told else { return [:] }
        return try await ledger.sessions(changedAfter: told)
    }

    /// What is to be sent to whom; it counts as told from then on.
    private static func take(
        _ versions: SectionVersions, _ sessions: [UUID: Int], _ state: inout State, _ sections: [SectionID]
    ) -> [(EventStream, ByteBuffer)] {
        // Most know the same, so that what is written for one is written for all.
        var written: [Int?: ByteBuffer] = [:]
        var pieces: [(EventStream, ByteBuffer)] = []
        for (id, listening) in state.streams {
            let news = written[listening.position] ?? text(of: versions.news(of: sections, after: listening.position))
            written[listening.position] = news
            let own = own(listening, sessions, versions)
            let all = own.isEmpty ? news : ByteBuffer(string: String(buffer: news) + own.map(\.text).joined())
            // In one piece, so that what is told first is known when the greeting is.
            let piece = listening.isGreeted || all.readableBytes > 0 ? all : comment
            if piece.readableBytes > 0 { pieces.append((listening.stream, piece)) }
            state.streams[id]?.position = versions.last
            state.streams[id]?.isGreeted = true
        }
        return pieces
    }

    /// What is news of somebody's own session: to somebody who has just come, it always is.
    private static func own(
        _ listening: Listening, _ sessions: [UUID: Int], _ versions: SectionVersions
    ) -> [NumberedSectionEvent] {
        guard let session = listening.session else { return [] }
        let number = listening.isGreeted ? sessions[session] ?? 0 : versions.last
        if listening.isGreeted, number <= listening.position ?? 0 { return [] }
        // Comes behind all other news, so that a stream that is resumed there misses nothing.
        let event = SectionEvent(section: .drinksOfSession, version: number)
        return [NumberedSectionEvent(number: versions.last, event: event)]
    }

    private static func text(of news: [NumberedSectionEvent]) -> ByteBuffer {
        ByteBuffer(string: news.map(\.text).joined())
    }
}
