import Domain
import Foundation
import NIOConcurrencyHelpers
import Platform

/// Keeps a repository's sections up to date: from the shop's event stream or, while none delivers anything, by polling
/// what is on the screen.
///
/// While a stream delivers nothing runs here; only the server's bytes wake the process.
public final class LiveUpdates: Sendable {
    private struct State {
        /// Whether the current stream has delivered anything.
        var isLive = false
        /// The number of attempts since a stream delivered anything.
        var silentAttempts = 0
        var isPolling = false
        /// The number of polls that have begun.
        var polls = 0
        /// Ends the wait before the next poll.
        var pollWait: CancellationHandle?
        /// The number of polls before a refused stream is requested again, and what ends the wait for them.
        var refusal: (pollsLeft: Int, wait: CancellationHandle)?
        var wasReachable = false
        var lastEventID = ""
        /// The reconnection delay that the server asked for.
        var serverRetryDelay: Duration?
        var hasShownAll = false
        /// When the stream was opened; `nil` once the changes before that are requested.
        var unseenSince: ContinuousClock.Instant?
        /// Ends the wait for the stream's first events.
        var catchUpTimer: OneShotTimer?
        var shown: [SectionID]
        /// Called when what the shop says of itself changed, or may have.
        var onShopChange: (@Sendable () -> Void)?
        /// Ends the current wait for the server.
        var wait: CancellationHandle?

        /// Returns what the next poll fetches: the sections on the screen, and now and then what the shop says of itself.
        mutating func nextPoll() -> (shown: [SectionID], onShopChange: (@Sendable () -> Void)?) {
            guard isPolling else { return ([], nil) }
            polls += 1
            return (shown, polls.isMultiple(of: LiveUpdates.pollsBetweenProfiles) ? onShopChange : nil)
        }
    }

    private let repository: SectionRepository
    private let source: EventSource
    private let backoff: RetryBackoff
    private let state: NIOLockedValueBox<State>

    /// A stream that lasted this long resets the back-off.
    private static let goodStream = Duration.seconds(30)
    /// A server that first replays missed events does so within this time.
    private static let catchUpTimeout = Duration.milliseconds(500)
    /// The number of polls before a stream is tried again.
    private static let pollsBetweenStreams = 10
    /// The number of polls to each fetch of what the shop says of itself, which is never answered without a body.
    private static let pollsBetweenProfiles = 2
    /// The number of attempts that delivered nothing after which the sections are polled.
    private static let maxSilentAttempts = 2

    public init(repository: SectionRepository, source: EventSource, backoff: RetryBackoff = .standard) {
        self.repository = repository
        self.source = source
        self.backoff = backoff
        state = NIOLockedValueBox(State(shown: repository.sections))
    }

    /// Whether an event stream is open now and has delivered something.
    public var isLive: Bool { state.withLockedValue { $0.isLive } }

    /// Sets the sections on the screen. Does not block.
    public func watch(_ sections: [SectionID]) { state.withLockedValue { $0.shown = sections } }

    /// Sets what is called when the server reports that what the shop says of itself changed, which is no section of the
    /// repository, and now and then while nothing is reported. Call it before `run`.
    public func onShopChange(_ action: @escaping @Sendable () -> Void) {
        state.withLockedValue { $0.onShopChange = action }
    }

    /// Reports that the server was reached, which ends a wait before reconnecting. Does not block.
    public func serverBecameReachable() {
        let wait = state.withLockedValue { state in
            state.wasReachable = true
            return state.wait
        }
        wait?.cancel()
    }

    /// Keeps the repository up to date until its task is cancelled. Starts once the server was reached.
    public func run() async {
        await waitForServer()
        let need = WakeUpSignal()
        await withDiscardingTaskGroup { group in
            group.addTask {
                while !Task.isCancelled {
                    await need.wait()
                    await self.poll()
                }
            }
            await keepStream(need)
            group.cancelAll()
        }
    }

    /// Opens the stream again and again, and requests polling by `need` while it delivers nothing.
    private func keepStream(_ need: WakeUpSignal) async {
        var attempt = 0
        while !Task.isCancelled {
            let begun = ContinuousClock.now
            let (end, hasDelivered) = await listen()
            guard !Task.isCancelled else { return }
            if note(end, hasDelivered) { need.signal() }
            guard end == .broken else {
                attempt = 0
                checkAllSections()
                await waitForPolls()
                continue
            }
            let wasGood = hasDelivered && begun.duration(to: .now) > LiveUpdates.goodStream
            attempt = wasGood ? 1 : attempt + 1
            // A stream that can no longer be opened: fetching the sections shows whether the server is gone.
            if !hasDelivered, attempt == 2 { repository.catchUp(since: .now) }
            let serverDelay = state.withLockedValue { $0.serverRetryDelay }
            // A delay that the server asked for is respected, even if its other answers arrive meanwhile.
            await pause(.reconnect(attempt: attempt, told: serverDelay), endsWhenServerIsThere: serverDelay == nil)
        }
    }

    private func listen() async -> (EventSource.End, hasDelivered: Bool) {
        let id = state.withLockedValue { $0.lastEventID }
        let end = await source.listen(id) { [weak self] in self?.receive($0) }
        let hasDelivered = state.withLockedValue { state in
            defer { state.isLive = false }
            state.catchUpTimer?.cancel()
            return state.isLive
        }
        return (end, hasDelivered)
    }

    /// Records the end of a stream. Returns whether polling has to begin.
    private func note(_ end: EventSource.End, _ hasDelivered: Bool) -> Bool {
        guard !hasDelivered else { return false }
        repository.note(isPolled: true)
        return state.withLockedValue { state in
            state.silentAttempts += 1
            let isDue = end == .refused || state.silentAttempts >= LiveUpdates.maxSilentAttempts
            defer { state.isPolling = state.isPolling || isDue }
            return isDue && !state.isPolling
        }
    }

    private func receive(_ part: EventSource.Part) {
        switch part {
        case .pause(let pause): state.withLockedValue { $0.serverRetryDelay = pause }
        case .opened(let served):
            if let served { repository.note(served: served) }
            state.withLockedValue { state in
                state.unseenSince = .now
                state.catchUpTimer = OneShotTimer(after: LiveUpdates.catchUpTimeout) { [weak self] in self?.catchUp() }
            }
        case .events(let events, let lastID):
            noteDelivery()
            if let lastID { state.withLockedValue { $0.lastEventID = lastID } }
            events.forEach(receive)
            catchUp()
        }
    }

    /// Records that the stream delivers, which ends polling.
    private func noteDelivery() {
        let (isFirst, wait) = state.withLockedValue { state in
            defer { (state.isLive, state.silentAttempts, state.isPolling) = (true, 0, false) }
            return (!state.isLive, state.pollWait)
        }
        guard isFirst else { return }
        repository.note(isPolled: false)
        wait?.cancel()
    }

    private func receive(_ event: ServerSentEvents.Event) {
        guard event.name == "section",
            let event = try? JSONDecoder().decode(SectionEvent.self, from: Data(event.data.utf8))
        else { return }
        guard event.section != .shop else {
            state.withLockedValue(\.onShopChange)?()
            return
        }
        repository.refresh(event.section)
    }

    /// Fetches what may have changed before the stream opened. If the server replayed those events first, the sections
    /// are already requested.
    private func catchUp() {
        let opened = state.withLockedValue { state in
            defer { state.unseenSince = nil }
            return state.unseenSince
        }
        if let opened { repository.catchUp(since: opened) }
    }

    /// A server without a stream does not say which sections it has, so all of them are fetched once.
    private func checkAllSections() {
        let isFirst = state.withLockedValue { state in
            defer { state.hasShownAll = true }
            return !state.hasShownAll
        }
        if isFirst { repository.showAll() }
    }

    /// Polls what is on the screen until a stream delivers something.
    private func poll() async {
        while !Task.isCancelled, state.withLockedValue({ $0.isPolling }) {
            let wait = CancellationHandle()
            state.withLockedValue { $0.pollWait = wait }
            _ = await wait.run { try? await self.backoff.wait(.poll) }
            // If the server is gone, the repository itself retries.
            let isThere = repository.connection != .disconnected
            if isThere, !Task.isCancelled {
                let (shown, onShopChange) = state.withLockedValue { $0.nextPoll() }
                repository.poll(shown)
                onShopChange?()
            }
            countPoll(isThere: isThere)
        }
    }

    /// Ends the wait of a refused stream after enough polls, or once the server that refused it is gone.
    private func countPoll(isThere: Bool) {
        let wait = state.withLockedValue { state in
            state.refusal?.pollsLeft -= 1
            return state.refusal.flatMap { $0.pollsLeft <= 0 || !isThere ? $0.wait : nil }
        }
        wait?.cancel()
    }

    /// Returns when it is time to request a refused stream again.
    private func waitForPolls() async {
        let wait = CancellationHandle()
        state.withLockedValue { $0.refusal = (LiveUpdates.pollsBetweenStreams, wait) }
        await wait.cancelled()
        state.withLockedValue { $0.refusal = nil }
    }

    private func pause(_ kind: RetryBackoff.Kind, endsWhenServerIsThere: Bool = true) async {
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
            return state.wasReachable
        }
        guard !isThere, repository.connection != .connected else { return }
        await cancellation.cancelled()
    }
}
