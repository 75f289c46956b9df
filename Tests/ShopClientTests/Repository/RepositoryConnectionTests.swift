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
            #expect((2_800...4_400).contains(seconds), "about an hour")
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
    @Test func pausesGrowToHalfAMinute() {
        let backoff = (0...9).map { RetryBackoff.length(before: .reconnect(attempt: $0)) }
        #expect(backoff == [1, 1, 2, 4, 8, 16, 30, 30, 30, 30].map { .seconds($0) })
        #expect(RetryBackoff.length(before: .reconnect(attempt: .max)) == .seconds(30))
    }

    @Test func aCancelledPauseThrowsAtOnce() async {
        let pause = Task { try await RetryBackoff.standard.wait(.reconnect(attempt: 100)) }
        pause.cancel()
        await #expect(throws: CancellationError.self) { try await pause.value }
    }
}
