import Domain
import Foundation
import NIOConcurrencyHelpers
import Platform

/// Keeps a repository's sections as they are at the shop: told by the shop's stream of events, or, where it has none,
/// by asking now and then for what is on the screen.
///
/// While a stream is open nothing runs here; the server's own bytes are all that wakes anybody.
public final class LiveUpdates: Sendable {
    private struct State {
        var isLive = false
        var wasThere = false
        var lastEventID = ""
        /// What the server said of the pause before the stream is opened again.
        var toldPause: Duration?
        var hasShownAll = false
        /// When the stream was opened, until what was not told before is looked at.
        var unseenSince: ContinuousClock.Instant?
        /// Ends the wait for a stream's first news.
        var catchUpTimer: OneShotTimer?
        /// What is on the screen.
        var shown: [SectionID]
        /// Ends the present wait for the server.
        var wait: CancellationHandle?
    }

    private let repository: SectionRepository
    private let source: EventSource
    private let backoff: UpdateBackoff
    private let state: NIOLockedValueBox<State>

    /// A stream that lasted so long was a good one: the next is opened as if it were the first.
    private static let goodStream = Duration.seconds(30)
    /// A server that tells first what was missed does so within this time.
    private static let firstNews = Duration.milliseconds(500)
    /// Questions to a server without a stream before it is asked for one again.
    private static let pollsBetweenStreams = 10

    public init(repository: SectionRepository, source: EventSource, backoff: UpdateBackoff = .standard) {
        self.repository = repository
        self.source = source
        self.backoff = backoff
        state = NIOLockedValueBox(State(shown: repository.sections))
    }

    /// Whether the shop tells its changes by itself now.
    public var isLive: Bool { state.withLockedValue { $0.isLive } }

    /// `sections` are on the screen from now on. Never waits.
    public func watch(_ sections: [SectionID]) { state.withLockedValue { $0.shown = sections } }

    /// The server was reached: a stream is not waited for any longer. Never waits.
    public func serverIsThere() {
        let wait = state.withLockedValue { state in
            state.wasThere = true
            return state.wait
        }
        wait?.cancel()
    }

    /// Keeps the repository up to date until its task is cancelled. Begins when the server was reached.
    public func run() async {
        await waitForServer()
        var attempt = 0
        while !Task.isCancelled {
            let begun = ContinuousClock.now
            let (end, wasOpened) = await listen()
            guard !Task.isCancelled else { return }
            guard end == .broken else {
                attempt = 0
                lookForAllSections()
                await poll()
                continue
            }
            attempt = begun.duration(to: .now) > LiveUpdates.goodStream ? 1 : attempt + 1
            // A stream that cannot be opened any more: whether the server is gone, the sections will tell.
            if !wasOpened, attempt == 2 { repository.catchUp(since: .now) }
            let told = state.withLockedValue { $0.toldPause }
            // A server that names a pause means it, also when something else of it answers meanwhile.
            await rest(.reconnect(attempt: attempt, told: told), endsWhenServerIsThere: told == nil)
        }
    }

    private func listen() async -> (EventSource.End, wasOpened: Bool) {
        let id = state.withLockedValue { $0.lastEventID }
        let end = await source.listen(id) { [weak self] in self?.take($0) }
        let wasOpened = state.withLockedValue { state in
            defer { state.isLive = false }
            state.catchUpTimer?.cancel()
            return state.isLive
        }
        return (end, wasOpened)
    }

    private func take(_ part: EventSource.Part) {
        switch part {
        case .pause(let pause): state.withLockedValue { $0.toldPause = pause }
        case .opened(let served):
            if let served { repository.note(served: served) }
            state.withLockedValue { state in
                state.isLive = true
                state.unseenSince = .now
                state.catchUpTimer = OneShotTimer(after: LiveUpdates.firstNews) { [weak self] in self?.catchUp() }
            }
        case .events(let events):
            events.forEach(take)
            catchUp()
        }
    }

    private func take(_ event: ServerSentEvents.Event) {
        state.withLockedValue { $0.lastEventID = event.id }
        guard event.name == "section",
            let news = try? JSONDecoder().decode(SectionEvent.self, from: Data(event.data.utf8))
        else { return }
        repository.refresh(news.section)
    }

    /// What changed before the stream was open was not told, or is told first: then it is asked for already.
    private func catchUp() {
        let opened = state.withLockedValue { state in
            defer { state.unseenSince = nil }
            return state.unseenSince
        }
        if let opened { repository.catchUp(since: opened) }
    }

    /// A server without a stream does not say which sections it has: once, all of them are looked at.
    private func lookForAllSections() {
        let isFirst = state.withLockedValue { state in
            defer { state.hasShownAll = true }
            return !state.hasShownAll
        }
        if isFirst { repository.showAll() }
    }

    /// Asks for what is on the screen now and then, until it is time to ask for a stream again.
    private func poll() async {
        for _ in 0..<LiveUpdates.pollsBetweenStreams {
            await rest(.poll, endsWhenServerIsThere: false)
            // A server that is gone is asked by the repository itself.
            guard !Task.isCancelled, repository.connection != .disconnected else { return }
            for section in state.withLockedValue({ $0.shown }) { repository.refresh(section) }
        }
    }

    private func rest(_ kind: UpdateBackoff.Kind, endsWhenServerIsThere: Bool = true) async {
        let cancellation = CancellationHandle()
        if endsWhenServerIsThere { state.withLockedValue { $0.wait = cancellation } }
        _ = await cancellation.run { try? await self.backoff.wait(kind) }
        state.withLockedValue { $0.wait = nil }
    }

    /// Returns when the server was reached for the first time, or when cancelled.
    private func waitForServer() async {
        let cancellation = CancellationHandle()
        let isThere = state.withLockedValue { state in
            state.wait = cancellation
            return state.wasThere
        }
        guard !isThere, repository.connection != .connected else { return }
        _ = await cancellation.run { await LiveUpdates.waitForEver() }
    }

    private static func waitForEver() async {
        let (nothing, continuation) = AsyncStream<Never>.makeStream()
        for await _ in nothing {}
        continuation.finish()
    }
}
