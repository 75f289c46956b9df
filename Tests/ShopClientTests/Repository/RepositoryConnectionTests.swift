import Domain
import Foundation
import ShopHTTP
import TestSupport
import Testing

@testable import ShopClient

@Suite struct RepositoryConnectionTests {
    let source = ScriptedSource()
    let backoff = ManualBackoff()
    let repository: SectionRepository
    let log: MessageLog

    init() async {
        repository = SectionRepository(
            sections: [.main, .soup], source: source, backoff: backoff.backoff, spacing: .zero)
        log = await MessageLog(of: repository)
    }

    @Test(arguments: [FetchFailure.unreachable, .interrupted, .timedOut])
    func aLostConnectionDisconnectsAndIsTriedAgainAfterAPause(failure: FetchFailure) async {
        await running(repository) {
            await failBoth(1, failure)
            #expect(repository.connection == .disconnected)
            #expect(repository.section(.main).failure == failure)
            #expect(source.calls.count == 2)
            await backoff.end(1)
            await source.call(.main, 2).bring(dishes(1))
            await source.call(.soup, 2).bring(dishes(1))
            await log.waitUntilFresh(.main)
            await log.waitUntilFresh(.soup)
        }
        #expect(await log.counts() == [.main: 4, .soup: 4])
        await log.connections.wait(count: 2)
        #expect(repository.connection == .connected)
        #expect(backoff.begun.all == [1])
    }

    @Test(arguments: [FetchFailure.status(404), .status(503), .body(.notJSON), .tooLarge(limit: 1), .redirected])
    func anAnswerThatIsNoGoodIsStillAnAnswer(failure: FetchFailure) async {
        await running(repository) {
            await failBoth(1, failure)
            #expect(repository.connection == .connected)
        }
        #expect(backoff.begun.all.isEmpty)
        #expect(source.calls.count == 2)
    }

    @Test func pausesAreCountedUntilEverythingLostIsBack() async {
        await running(repository) {
            for attempt in 1...3 {
                await failBoth(attempt, .unreachable)
                await backoff.end(attempt)
            }
            await source.call(.main, 4).bring(dishes(1))
            await source.call(.soup, 4).bring(dishes(1))
            await log.waitUntilFresh(.main)
            await log.waitUntilFresh(.soup)
            repository.refetch(.main)
            await source.call(.main, 5).fail(.unreachable)
            await backoff.begun.wait(count: 4)
        }
        #expect(backoff.begun.all == [1, 2, 3, 1])
    }

    @Test func whenTheServerIsTriedAgainIsKnownWhileAPauseRuns() async throws {
        let hour = RetryBackoff(length: { _ in .seconds(3_600) })
        let repository = SectionRepository(
            sections: [.main], source: source, backoff: hour, spacing: .zero)
        let log = await MessageLog(of: repository)
        try await running(repository) {
            await source.call(.main).fail(.unreachable)
            await log.waitUntilFailed(.main)
            let fetched = Date()
            try await wait { repository.nextTry != nil }
            let seconds = repository.nextTry?.timeIntervalSince(fetched) ?? 0
            // An hour times 1 to 1.25.
            #expect((3_599...4_600).contains(seconds))
            repository.refetch(.main)
            await source.call(.main, 2).bring(dishes(1))
            await log.waitUntilFresh(.main)
            #expect(repository.nextTry == nil)
        }
    }

    @Test func onlyWhatIsNotFreshIsTriedAgain() async {
        await running(repository) {
            await source.call(.soup).bring(dishes(1))
            await log.waitUntilFresh(.soup)
            await source.call(.main).fail(.unreachable)
            await backoff.end(1)
            await source.call(.main, 2).bring(dishes(1))
            await log.waitUntilFresh(.main)
        }
        #expect(source.count(.main) == 2)
        #expect(source.count(.soup) == 1)
    }

    @Test func theFirstAnswerBringsEverythingLostBackAtOnceAndEndsThePause() async {
        await running(repository) {
            await failBoth(1, .unreachable)
            await backoff.begun.wait(count: 1)
            repository.refetch(.soup)
            await source.call(.soup, 2).bring(dishes(1))
            await source.call(.main, 2).bring(dishes(1))
            await log.waitUntilFresh(.main)
            await backoff.cancelled.wait(count: 1)
        }
        #expect(backoff.begun.all == [1])
        #expect(backoff.cancelled.all == [1])
        #expect(source.calls.count == 4)
    }

    @Test func aServerThatAnswersOneSectionAndDropsTheOtherIsAskedEverMoreRarely() async {
        await running(repository) {
            await source.call(.main).fail(.interrupted)
            await log.waitUntilFailed(.main)
            // Wait for the pause to begin; one that is cancelled before that is not recorded.
            await backoff.begun.wait(count: 1)
            await source.call(.soup).fail(.status(500))
            // The answer proves that the server is back, so the lost section is fetched at once; this fetch fails as
            // well.
            await source.call(.main, 2).fail(.interrupted)
            await backoff.begun.wait(count: 2)
        }
        #expect(backoff.begun.all == [1, 2])
    }

    @Test func aSectionUnderWayIsLeftAloneWhenAPauseEnds() async {
        await running(repository) {
            _ = await source.call(.soup)
            await source.call(.main).fail(.unreachable)
            await backoff.end(1)
            await source.call(.main, 2).bring(dishes(1))
            await log.waitUntilFresh(.main)
            #expect(source.count(.soup) == 1)
            #expect(repository.section(.soup).isFetching)
        }
    }

    @Test func whoeverIsThereNeedNotWaitForTheEndOfALongPause() async throws {
        await running(repository) {
            await failBoth(1, .unreachable)
            await backoff.end(1)
            await failBoth(2, .unreachable)
            await backoff.begun.wait(count: 2)
            repository.retrySoon()
            await backoff.begun.wait(count: 3)
            #expect(backoff.begun.all == [1, 2, 1])
            for _ in 0..<100 { repository.retrySoon() }
            await backoff.end(1)
            await source.call(.main, 3).bring(dishes(1))
            await source.call(.soup, 3).bring(dishes(1))
            await log.waitUntilFresh(.main)
            await log.waitUntilFresh(.soup)
            repository.retrySoon()
        }
        #expect(backoff.begun.all == [1, 2, 1])
        #expect(source.calls.count == 6)
    }

    @Test func aServerThatAsksToWaitIsAskedAgainAfterThatAndNotBefore() async throws {
        let told = Record<RetryBackoff.Kind>()
        let gate = ManualBackoff()
        let waits = RetryBackoff { kind in
            told.append(kind)
            try await gate.backoff.wait(kind)
        }
        let repository = SectionRepository(sections: [.main], source: source, backoff: waits, spacing: .zero)
        let log = await MessageLog(of: repository)
        await running(repository) {
            await source.call(.main).fail(.later(status: 503, after: .seconds(60)))
            await log.waitUntilFailed(.main)
            await gate.begun.wait(count: 1)
            #expect(told.all == [.reconnect(attempt: 1, told: .seconds(60))])
            #expect(repository.connection == .connected)
            #expect(source.count(.main) == 1)
            await gate.end(1)
            await source.call(.main, 2).bring(dishes(1))
            await log.waitUntilFresh(.main)
            #expect(source.count(.main) == 2)
        }
    }

    @Test func leavingDuringAPauseReturns() async {
        await running(repository) {
            await failBoth(1, .unreachable)
            await backoff.begun.wait(count: 1)
        }
        #expect(backoff.cancelled.all == [1])
    }

    private func failBoth(_ number: Int, _ failure: FetchFailure) async {
        for section in [SectionID.main, .soup] {
            let call = await source.call(section, number)
            call.fail(failure)
            await log.waitUntilFailed(section)
        }
    }
}

@Suite struct RetryBackoffTests {
    @Test func pausesGrowQuicklyAndThenNoMore() {
        let backoff = (0...7).map { RetryBackoff.length(before: .reconnect(attempt: $0)) }
        #expect(backoff == [1, 1, 3, 9, 27, 81, 104, 104].map { .seconds($0) })
        #expect(RetryBackoff.length(before: .reconnect(attempt: .max)) == .seconds(104))
    }

    @Test func anHourWithoutAServerCostsAtMostFortyTries() {
        // The first fetch, the one when the stream cannot be opened again, and one after each pause.
        var (tries, time) = (2, Duration.zero)
        while true {
            time += RetryBackoff.length(before: .reconnect(attempt: tries - 1))
            guard time <= .seconds(3_600) else { break }
            tries += 1
        }
        #expect(tries <= 40)
    }

    @Test func aPauseIsNeverShorterThanTheServerAskedFor() {
        for _ in 0..<1_000 {
            let pause = RetryBackoff.standard.pause(.reconnect(attempt: 1, told: .seconds(60))).length ?? .zero
            #expect((Duration.seconds(60)...(.seconds(75))).contains(pause))
        }
    }

    @Test func aCancelledPauseThrowsAtOnce() async {
        let pause = Task { try await RetryBackoff.standard.wait(.reconnect(attempt: 100)) }
        pause.cancel()
        await #expect(throws: CancellationError.self) { try await pause.value }
    }
}
