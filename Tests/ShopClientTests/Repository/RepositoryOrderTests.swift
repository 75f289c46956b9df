import Domain
import Foundation
import NIOConcurrencyHelpers
import ShopClient
import TestSupport
import Testing

@Suite struct RepositoryOrderTests {
    private func repository(_ source: any SectionSource, spacing: Duration = .zero) async -> (
        SectionRepository, MessageLog
    ) {
        let repository = SectionRepository(sections: [.main], source: source, spacing: spacing)
        return (repository, await MessageLog(of: repository))
    }

    @Test func aLateAnswerOfAnOlderRefetchIsDropped() async {
        let source = ScriptedSource(obeysCancellation: false)
        let (repository, log) = await repository(source)
        await running(repository) {
            let older = await source.call(.main)
            repository.refetch(.main)
            await source.call(.main, 2).bring(dishes(2, "newer"))
            await log.waitUntilFresh(.main)
            // A fetch that has its answer already is not cancelled any more.
            await older.cancellations.wait(count: 1)
            older.bring(dishes(9, "older"))
        }
        #expect(await log.names() == [.main, .main])
        #expect(repository.section(.main).dishes == dishes(2, "newer"))
    }

    @Test func anAnswerThatComesAfterARefetchWasAskedForIsDropped() async {
        let source = ScriptedSource(obeysCancellation: false)
        let (repository, log) = await repository(source)
        await running(repository) {
            let older = await source.call(.main)
            repository.refetch(.main)
            older.bring(dishes(9, "older"))
            let newer = await source.call(.main, 2)
            #expect(repository.section(.main).contentVersion == 0)
            #expect(repository.section(.main).isFetching)
            newer.bring(dishes(2, "newer"))
            await log.waitUntilFresh(.main)
        }
        #expect(repository.section(.main).contentVersion == 1)
    }

    @Test func aSupersededFetchIsCancelledAndItsFailureIsNobodys() async {
        let source = ScriptedSource()
        let (repository, log) = await repository(source)
        await running(repository) {
            let older = await source.call(.main)
            repository.refetch(.main)
            await older.cancellations.wait(count: 1)
            await source.call(.main, 2).bring(dishes(1))
            await log.waitUntilFresh(.main)
        }
        #expect(await log.names() == [.main, .main])
        await log.connections.wait { $0 == [.connected] }
        #expect(repository.section(.main).failure == nil)
    }

    @Test func thousandsOfRefetchesAtOnceCostAFewRequests() async {
        let source = ScriptedSource()
        let (repository, log) = await repository(source, spacing: .milliseconds(50))
        await running(repository) {
            await source.calls.wait(count: 1)
            for _ in 0..<2_000 { repository.refetch(.main) }
            await source.calls.wait(count: 2)
            #expect(await log.names() == [.main])
        }
        #expect(source.calls.count <= 10)
    }

    @Test func theLatestOfManyRefetchesIsAnswered() async {
        let source = Counting()
        let (repository, log) = await repository(source, spacing: .milliseconds(50))
        await running(repository) {
            for _ in 0..<2_000 { repository.refetch(.main) }
            await log.waitUntilFresh(.main)
        }
        #expect(repository.section(.main).dishes.count == source.requests)
        #expect(source.requests <= 10)
    }

    @Test func aRefetchBeforeRunningIsPartOfTheFirstFetch() async {
        let source = ScriptedSource()
        let (repository, log) = await repository(source)
        repository.refetch(.main)
        #expect(await log.names().isEmpty)
        await running(repository) {
            await source.call(.main).bring(dishes(1))
            await log.waitUntilFresh(.main)
        }
        #expect(source.calls.count == 1)
    }

    @Test func cancellingWhileFetchingReturnsAndLeavesNothingUnderWay() async {
        let source = ScriptedSource()
        let (repository, log) = await repository(source)
        await running(repository) { await source.calls.wait(count: 1) }
        #expect(!repository.section(.main).isFetching)
        #expect(repository.section(.main).failure == nil)
        #expect(repository.connection == .connecting)
        #expect(await log.names() == [.main, .main])
    }

    @Test func itCanRunAgainButNotTwiceAtOnce() async {
        let source = ScriptedSource()
        let (repository, log) = await repository(source)
        await running(repository) {
            await source.calls.wait(count: 1)
            await repository.run()
        }
        await running(repository) {
            await source.call(.main, 2).bring(dishes(1))
            await log.waitUntilFresh(.main)
        }
        #expect(source.calls.count == 2)
    }

    @Test func anObserverThatReadsAtEachMessageEndsWithTheLatest() async {
        let (repository, log) = await repository(Counting())
        await running(repository) {
            for count in 1...200 {
                repository.refetch(.main)
                await log.wait { $0.section(.main).contentVersion >= count }
            }
        }
        _ = await log.names()
        #expect(log.sections.all.last { $0.id == .main } == repository.section(.main))
    }
}

/// Returns one more dish with each fetch.
private final class Counting: SectionSource {
    private let count = NIOLockedValueBox(0)
    var requests: Int { count.withLockedValue { $0 } }

    func fetch(_ section: SectionDefinition, validator: String?) async throws(FetchFailure) -> SectionAnswer {
        let rows = count.withLockedValue { count in
            count += 1
            return count
        }
        return .content(SectionRows(dishes(rows)), validator: nil)
    }
}
