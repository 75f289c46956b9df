import Domain
import Hummingbird
import Storage

/// An event on a stream: a section has a new version.
struct NumberedSectionEvent: Hashable, Sendable {
    /// The number of the change among those of all sections. A stream can be resumed after it.
    let number: Int
    let event: SectionEvent

    /// The event as a server-sent event: https://html.spec.whatwg.org/multipage/server-sent-events.html
    var text: String {
        "event: section\nid: \(number)\ndata: \(String(decoding: Response.encode(event), as: UTF8.self))\n\n"
    }
}

extension SectionVersions {
    /// Returns the events that are new to a client that knows all changes up to `number`, oldest first. If `number` is
    /// `nil` or was never assigned by this store, returns an event for every one of `sections`.
    func events(of sections: [SectionID], after number: Int?) -> [NumberedSectionEvent] {
        let known = number.flatMap { (0...last).contains($0) ? $0 : nil }
        let all = sections.map { section in
            let change = changes[section]
            return NumberedSectionEvent(
                number: change?.number ?? 0, event: SectionEvent(section: section, version: change?.version ?? 0))
        }
        return all.filter { event in known.map { event.number > $0 } ?? true }.sorted { $0.number < $1.number }
    }
}
