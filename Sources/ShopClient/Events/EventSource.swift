import Domain
import Foundation
import NIOConcurrencyHelpers
import ShopHTTP

/// A source of a shop's events.
public struct EventSource: Sendable {
    /// A part of a stream, in order.
    public enum Part: Sendable {
        /// The stream is open; from now on it reports every change. `served` has the sections that the server has, or
        /// is `nil` if it does not say.
        case opened(served: Set<SectionID>?)
        /// The delay before the stream is reopened after it ends.
        case pause(Duration)
        /// The events that a received piece completed; empty if the piece was only a keep-alive.
        case events([ServerSentEvents.Event])
    }

    /// How a stream ended.
    public enum End: Hashable, Sendable {
        /// The server has no stream, or none for this client.
        case refused
        /// The stream could not be opened, broke, fell silent, or was not an event stream.
        case broken
    }

    /// Passes on the parts of the stream until it ends or the task is cancelled. `lastEventID` is empty at first.
    public let listen: @Sendable (_ lastEventID: String, _ take: @escaping @Sendable (Part) -> Void) async -> End

    public init(
        listen: @escaping @Sendable (_ lastEventID: String, _ take: @escaping @Sendable (Part) -> Void) async -> End
    ) {
        self.listen = listen
    }

    /// The server sends something every 15 seconds; after three times as long it counts as gone.
    public static let idleTimeout = Duration.seconds(45)

    /// Returns a source of the events of the shop at `address`, which is evaluated for each stream; `nil` means there
    /// is no shop. Without `credentials` only public events are received.
    public static func http(
        client: HTTPClient, idleTimeout: Duration = idleTimeout, credentials: Credentials? = nil,
        address: @escaping @Sendable () async -> ShopAddress?
    ) -> EventSource {
        EventSource { lastEventID, take in
            guard let url = await address()?.events else { return .broken }
            var headers = credentials?.headers(for: .keeper) ?? [:]
            (headers["Accept"], headers["Cache-Control"]) = ("text/event-stream", "no-store")
            // Whoever compresses a stream holds it back until there is enough to compress.
            headers["Accept-Encoding"] = "identity"
            if let id = lastEventID.sendableField, !id.contains(" ") { headers["Last-Event-ID"] = id }
            let reader = EventReader(hasReceivedEvents: !lastEventID.isEmpty, take: take)
            do throws(FetchFailure) {
                _ = try await client.stream(url, headers: headers, idle: idleTimeout, take: reader.take)
                return reader.isRefused ? .refused : .broken
            } catch {
                return reader.isRefused || error == .redirected ? .refused : .broken
            }
        }
    }
}

/// Reads one stream, on the thread that its bytes arrive on.
private final class EventReader: Sendable {
    private let parser = NIOLockedValueBox(ServerSentEvents())
    private let refusal = NIOLockedValueBox(false)
    private let hasReceivedEvents: Bool
    private let hand: @Sendable (EventSource.Part) -> Void

    /// Creates a reader. If the server sent events before (`hasReceivedEvents`), a status of 500 or above counts as a
    /// temporary fault and not as a refusal.
    init(hasReceivedEvents: Bool, take: @escaping @Sendable (EventSource.Part) -> Void) {
        self.hasReceivedEvents = hasReceivedEvents
        hand = take
    }

    var isRefused: Bool { refusal.withLockedValue { $0 } }

    /// Receives a part and returns whether more is wanted.
    @Sendable func take(_ part: HTTPPart) -> Bool {
        switch part {
        case .head(let answer):
            let type = answer.header("Content-Type")?.split(separator: ";").first.map { $0.lowercased() }
            let isStream =
                answer.status == 200 && type?.trimmingCharacters(in: .whitespaces) == "text/event-stream"
            refusal.withLockedValue { $0 = !isStream && !(hasReceivedEvents && answer.status >= 500) }
            if isStream {
                hand(.opened(served: answer.header(SectionEvent.sectionsHeaderName).map(SectionEvent.sections(in:))))
            }
            return isStream
        case .piece(let bytes):
            let taken = parser.withLockedValue { parser in
                (try? parser.take(bytes)).map { (events: $0, pause: parser.takePause()) }
            }
            guard let taken else { return false }
            if let pause = taken.pause { hand(.pause(pause)) }
            hand(.events(taken.events))
            return true
        }
    }
}
