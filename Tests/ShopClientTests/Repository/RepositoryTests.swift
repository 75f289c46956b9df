import Domain
import Foundation
import ShopClient
import TestSupport
import Testing

@Suite struct RepositoryTests {
    let source = ScriptedSource()
    let repository: SectionRepository
    let log: MessageLog

    init() async {
        repository = SectionRepository(sections: SectionDefinition.menu, source: source, spacing: .zero)
        log = await MessageLog(of: repository)
    }

    @Test func nothingIsKnownBeforeItRuns() async {
        #expect(repository.section(.main) == Section(id: .main))
        #expect(repository.connection == .connecting)
        #expect(await log.names().isEmpty)
        #expect(source.calls.all.isEmpty)
    }

    @Test func allSectionsAreFetchedAtOnceAndArriveEachOnItsOwn() async {
        await running(repository) {
            await source.calls.wait(count: 3)
            #expect(await log.names() == [.main, .soup, .side])
            #expect(SectionID.menu.allSatisfy { repository.section($0).isFetching })
            for (section, count) in [(SectionID.side, 1), (.main, 2), (.soup, 3)] {
                await source.call(section).bring(dishes(count), validator: "\"\(count)\"")
                await log.waitUntilFresh(section)
            }
        }
        #expect(await log.counts() == [.main: 2, .soup: 2, .side: 2])
        await log.connections.wait { $0 == [.connected] }
        let main = repository.section(.main)
        #expect(main.dishes == dishes(2))
        #expect(main.total == 2)
        #expect(main.contentVersion == 1)
        #expect(main.isFresh)
        #expect(!main.isFetching)
        #expect(main.failure == nil)
        #expect(main.confirmedAt != nil)
    }

    @Test func aSectionThatHangsOrFailsDoesNotConcernTheOthers() async {
        await running(repository) {
            await source.call(.main).fail(.status(500))
            await source.call(.side).bring(dishes(2))
            await log.waitUntilFailed(.main)
            await log.waitUntilFresh(.side)
            #expect(repository.section(.soup).isFetching)
            #expect(repository.section(.main).failure == .status(500))
            #expect(repository.section(.side).failure == nil)
        }
    }

    @Test func refetchFetchesAndTellsOfItsSectionOnly() async {
        await running(repository) {
            await bringEverything()
            repository.refetch(.soup)
            let call = await source.call(.soup, 2)
            #expect(call.validator == "\"1\"")
            call.bring(dishes(5))
            await log.wait { $0.section(.soup).contentVersion == 2 }
            #expect(source.calls.count == 4)
        }
        #expect(await log.counts() == [.main: 2, .soup: 4, .side: 2])
        #expect(repository.section(.soup).dishes.count == 5)
    }

    @Test func refetchAllFetchesEverySectionOnce() async {
        await running(repository) {
            await bringEverything()
            repository.refetchAll()
            for section in SectionID.menu { _ = await source.call(section, 2) }
            #expect(source.calls.count == 6)
        }
    }

    @Test func unchangedContentKeepsItsVersionAndBecomesFresh() async throws {
        try await running(repository) {
            await bringEverything()
            let first = try #require(repository.section(.main).confirmedAt)
            repository.refetch(.main)
            await source.call(.main, 2).answer(.success(.unchanged))
            await log.wait { $0.section(.main).confirmedAt ?? first > first }
            #expect(repository.section(.main).contentVersion == 1)
            #expect(repository.section(.main).dishes == dishes(3))
            repository.refetch(.main)
            #expect(await source.call(.main, 3).validator == "\"1\"")
        }
    }

    @Test func equalContentKeepsItsVersionButTakesTheNewValidator() async {
        await running(repository) {
            await bringEverything()
            repository.refetch(.main)
            await source.call(.main, 2).bring(dishes(3), validator: "\"2\"")
            await log.wait { !$0.section(.main).isFetching }
            repository.refetch(.main)
            #expect(await source.call(.main, 3).validator == "\"2\"")
            #expect(repository.section(.main).contentVersion == 1)
        }
    }

    @Test func anUnchangedThatNobodyAskedForIsAFailure() async {
        await running(repository) {
            await source.call(.main).answer(.success(.unchanged))
            await log.waitUntilFailed(.main)
        }
        #expect(repository.section(.main).failure == .status(304))
        #expect(repository.section(.main).confirmedAt == nil)
    }

    @Test func anEmptySectionIsKnownToBeEmpty() async {
        await running(repository) {
            await source.call(.main).bring([])
            await log.waitUntilFresh(.main)
        }
        #expect(repository.section(.main).total == 0)
        #expect(repository.section(.main).confirmedAt != nil)
    }

    @Test func aFailureKeepsTheRowsAndSuccessClearsIt() async {
        await running(repository) {
            await bringEverything()
            repository.refetch(.main)
            await source.call(.main, 2).fail(.body(.empty))
            await log.waitUntilFailed(.main)
            let failed = repository.section(.main)
            #expect(failed.dishes == dishes(3))
            #expect(failed.contentVersion == 1)
            #expect(failed.confirmedAt != nil)
            #expect(!failed.isFresh)
            #expect(failed.failure == .body(.empty))
            repository.refetch(.main)
            await source.call(.main, 3).answer(.success(.unchanged))
            await log.waitUntilFresh(.main)
            #expect(repository.section(.main).failure == nil)
        }
        #expect(await log.counts() == [.main: 6, .soup: 2, .side: 2])
    }

    @Test func aSectionItDoesNotHaveIsEmptyAndNeverFetched() async {
        let other = SectionID(path: "other")
        await running(repository) {
            repository.refetch(other)
            await bringEverything()
        }
        #expect(source.calls.count == 3)
        #expect(repository.section(other) == Section(id: other))
    }

    private func bringEverything() async {
        for section in SectionID.menu {
            await source.call(section).bring(dishes(3), validator: "\"1\"")
            await log.waitUntilFresh(section)
        }
    }
}
