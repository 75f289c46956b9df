import Domain
import Foundation
import NIOConcurrencyHelpers
import ShopHTTP

/// Where a shop's events come from.
public struct EventSource: Sendable {
    /// What a stream brings, in order.
    public enum Part: Sendable {
        /// The server has opened it; from now on it tells every change. `served` are the sections that it has; `nil` where it
        /// does not say.
        case opened(served: Set<SectionID>?)
        /// The stream is to be opened again after that time, whenever it ends.
        case pause(Duration)
        /// The events that a piece of it completed; none where it was a sign of life.
        case events([ServerSentEvents.Event])
    }

    /// How a stream ended.
    public enum End: Hashable, Sendable {
        /// The server has none, or none for us.
        case refused
        /// It could not be opened, or it broke, fell silent, or brought what is no stream of events.
        case broken
    }

    /// Hands on what the stream brings until it ends or the task is cancelled. `lastEventID` is empty at first.
    public let listen: @Sendable (_ lastEventID: String, _ take: @escaping @Sendable (Part) -> Void) async -> End

    public init(
        listen: @escaping @Sendable (_ lastEventID: String, _ take: @escaping @Sendable (Part) -> Void) async -> End
    ) {
        self.listen = listen
    }

    /// The server is heard every 15 seconds; who is silent for three times as long is gone.
    public static let longestSilence = Duration.seconds(45)

    /// Events of the shop at `address`, which is asked for at each stream; `nil` where there is none. Without `credentials`
    /// only what everybody is told.
    public static func http(
        client: HTTPClient, longestSilence: Duration = longestSilence, credentials: Credentials? = nil,
        address: @escaping @Sendable () async -> ShopAddress?
    ) -> EventSource {
        EventSource { lastEventID, take in
            guard let url = await address()?.events else { return .broken }
            var headers = credentials?.headers(for: .keeper) ?? [:]
            (headers["Accept"], headers["Cache-Control"]) = ("text/event-stream", "no-store")
            if let id = EventSource.sendable(lastEventID) { headers["Last-Event-ID"] = id }
            let reader = EventReader(toldBefore: !lastEventID.isEmpty, take: take)
            do throws(FetchFailure) {
                _ = try await client.stream(url, headers: headers, idle: longestSilence, take: reader.take)
                return reader.isRefused ? .refused : .broken
            } catch {
                return reader.isRefused || error == .redirected ? .refused : .broken
            }
        }
    }

    private static let longestID = 256

    /// An id that can be sent back as it is.
    private static func sendable(_ id: String) -> String? {
        let isPlain = !id.isEmpty && id.utf8.count <= longestID && id.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        return isPlain ? id : nil
    }
}

/// Reads one stream, on the thread that brings it.
private final class EventReader: Sendable {
    private let parser = NIOLockedValueBox(ServerSentEvents())
    private let refusal = NIOLockedValueBox(false)
    private let toldBefore: Bool
    private let hand: @Sendable (EventSource.Part) -> Void

    /// A server that `toldBefore` of events and is not well tells of them again.
    init(toldBefore: Bool, take: @escaping @Sendable (EventSource.Part) -> Void) {
        self.toldBefore = toldBefore
        hand = take
    }

    var isRefused: Bool { refusal.withLockedValue { $0 } }

    /// Says whether more is wanted.
    @Sendable func take(_ part: HTTPPart) -> Bool {
        switch part {
        case .head(let answer):
            let type = answer.header("Content-Type")?.split(separator: ";").first.map { $0.lowercased() }
            let isStream =
                answer.status == 200 && type?.trimmingCharacters(in: .whitespaces) == "text/event-stream"
            refusal.withLockedValue { $0 = !isStream && !(toldBefore && answer.status >= 500) }
            if isStream {
                hand(.opened(served: answer.header(SectionEvent.servedField).map(SectionEvent.sections(in:))))
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
