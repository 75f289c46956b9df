import Domain
import Hummingbird
import Storage

/// What a stream is told: a section has a new version.
struct NumberedSectionEvent: Hashable, Sendable {
    /// Its place among the changes of all sections, by which a stream can be resumed.
    let number: Int
    let event: SectionEvent

    /// As server-sent events have it: https://html.spec.whatwg.org/multipage/server-sent-events.html
    var text: String {
        "event: section\nid: \(number)\ndata: \(String(decoding: Response.encode(event), as: UTF8.self))\n\n"
    }
}

extension SectionVersions {
    /// What is news to somebody who knows everything up to the change of that number, oldest first. To somebody who
    /// knows nothing, or has a number that was never given here, every one of `sections` is.
    func news(of sections: [SectionID], after number: Int?) -> [NumberedSectionEvent] {
        let known = number.flatMap { (0...last).contains($0) ? $0 : nil }
        let all = sections.map { section in
            let change = changes[section]
            return NumberedSectionEvent(
                number: change?.number ?? 0, event: SectionEvent(section: section, version: change?.version ?? 0))
        }
        return all.filter { news in known.map { news.number > $0 } ?? true }.sorted { $0.number < $1.number }
    }
}
