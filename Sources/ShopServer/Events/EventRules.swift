import Domain
import Hummingbird
import Storage

/// Settings of the event streams.
public struct EventRules: Hashable, Sendable {
    /// The interval between two heartbeats on a stream.
    public var heartbeat = Duration.seconds(15)
    /// The most streams that may be open at once.
    public var maxStreams = 2_000

    public init() {}
}

/// Schedules the heartbeats of all event streams, which share one timer.
struct Heartbeat: Hashable, Sendable {
    /// The time between two heartbeats.
    let interval: Duration
    private var next: ContinuousClock.Instant?

    init(every interval: Duration) { self.interval = interval }

    /// Whether a heartbeat is due now. While no stream is open, none is scheduled.
    mutating func beats(at now: ContinuousClock.Instant, isHeard: Bool) -> Bool {
        guard isHeard else {
            next = nil
            return false
        }
        let isDue = next.map { $0 <= now } ?? false
        if isDue || next == nil { next = now + interval }
        return isDue
    }

    /// Returns the time until the next heartbeat; `nil` if none is scheduled.
    func pause(at now: ContinuousClock.Instant) -> Duration? { next.map { max(.zero, now.duration(to: $0)) } }
}

/// An event on a stream: a section has a new version.
struct SequencedEvent: Hashable, Sendable {
    /// The number of the change among those of all sections. A stream can be resumed after it.
    let sequence: Int
    let event: SectionEvent

    /// The event as a server-sent event: https://html.spec.whatwg.org/multipage/server-sent-events.html
    var text: String {
        "event: section\nid: \(sequence)\ndata: \(String(decoding: Response.encode(event), as: UTF8.self))\n\n"
    }
}

extension SectionVersions {
    /// Returns the events that are new to a client that knows all changes up to `number`, oldest first. If `number` is
    /// `nil` or was never assigned by this store, returns an event for every one of `sections`.
    func events(of sections: [SectionID], after number: Int?) -> [SequencedEvent] {
        let known = number.flatMap { (0...last).contains($0) ? $0 : nil }
        let all = sections.map { section in
            let change = changes[section]
            return SequencedEvent(
                sequence: change?.sequence ?? 0, event: SectionEvent(section: section, version: change?.version ?? 0))
        }
        return all.filter { event in known.map { event.sequence > $0 } ?? true }.sorted { $0.sequence < $1.sequence }
    }
}
