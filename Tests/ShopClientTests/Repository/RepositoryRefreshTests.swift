import Domain
import Foundation
import ShopClient
import TerminalText
import TestSupport
import Testing

/// Sections that were not displayed yet, and fetches that the user did not request.
@Suite struct RepositoryRefreshTests {
    let source = ScriptedSource()
    let repository: SectionRepository
    let log: MessageLog

    init() async {
        repository = SectionRepository(
            sections: [.main], unopened: SectionDefinition.juiceBar, source: source, spacing: .zero)
        log = await MessageLog(of: repository)
    }

    private func bringMain() async {
        await source.call(.main).bring(dishes(3), validator: "\"1\"")
        await log.waitUntilFresh(.main)
    }

    @Test func aSectionIsFetchedWhenItIsFirstLookedAt() async {
        await running(repository) {
            await bringMain()
            repository.refetchAll()
            await source.call(.main, 2).answer(.success(.unchanged))
            #expect(source.count(.juices) == 0)
            #expect(source.count(.fruits) == 0)
            repository.show(SectionID.juiceBar)
            repository.show(SectionID.juiceBar)
            let fruits = [FruitStock(id: FruitID("kiwi"), name: "키위", count: 3)]
            await source.call(.fruits).answer(.success(.content(SectionRows(fruits), validator: "\"f\"")))
            await log.waitUntilFresh(.fruits)
            #expect(repository.section(.fruits).rows == SectionRows(fruits))
            #expect(repository.validator(of: .fruits, contentVersion: 1) == "\"f\"")
            #expect(repository.validator(of: .fruits, contentVersion: 0) == nil)
            _ = await source.call(.juices)
            #expect(source.count(.fruits) == 1)
        }
    }

    @Test func aRefreshIsNotShownWhileItIsUnderWay() async {
        await running(repository) {
            await bringMain()
            repository.refresh(.main)
            let call = await source.call(.main, 2)
            #expect(!repository.section(.main).isFetching)
            #expect(call.validator == "\"1\"")
            call.bring(dishes(4))
            await log.wait { $0.section(.main).contentVersion == 2 }
        }
        #expect(await log.counts() == [.main: 3])
    }

    @Test func refreshesMeanwhileBecomeOneFetchAfterTheOneUnderWay() async {
        await running(repository) {
            await bringMain()
            repository.refresh(.main)
            let call = await source.call(.main, 2)
            for _ in 0..<100 { repository.refresh(.main) }
            #expect(source.count(.main) == 2)
            #expect(call.cancellations.count == 0)
            call.bring(dishes(4))
            await source.call(.main, 3).bring(dishes(5))
            await log.wait { $0.section(.main).rows.count == 5 }
        }
        #expect(source.count(.main) == 3)
    }

    @Test func aRefetchTakesThePlaceOfARefreshAndIsShown() async {
        await running(repository) {
            await bringMain()
            repository.refresh(.main)
            let quiet = await source.call(.main, 2)
            repository.refetch(.main)
            let loud = await source.call(.main, 3)
            await quiet.cancellations.wait(count: 1)
            #expect(repository.section(.main).isFetching)
            loud.bring(dishes(7))
            await log.waitUntilFresh(.main)
            #expect(repository.section(.main).rows.count == 7)
        }
    }

    @Test func catchingUpAsksForWhatWasNotAskedForSince() async {
        // Taken before the repository runs, because the first fetch may begin immediately.
        let early = ContinuousClock.now
        await running(repository) {
            await bringMain()
            repository.catchUp(since: early)
            repository.catchUp(since: .now)
            await source.call(.main, 2).answer(.success(.unchanged))
            await log.wait { _ in true }
            #expect(source.count(.main) == 2)
            #expect(source.count(.fruits) == 0)
        }
    }

    @Test func aFailedRefreshIsShownAsAnyOther() async {
        await running(repository) {
            await bringMain()
            repository.refresh(.main)
            await source.call(.main, 2).fail(.status(500))
            await log.waitUntilFailed(.main)
            #expect(repository.section(.main).rows.count == 3)
            #expect(!repository.section(.main).isFresh)
        }
    }

    @Test func theBarIsKnownFromDiskWhenItIsFirstLookedAt() async throws {
        let scratch = TemporaryDirectory()
        let store = SnapshotStore(directory: scratch.url.path, shop: "s")
        let juices = [
            Juice(
                id: JuiceID("m"), name: "망고쥬스", price: Won(5_500), needs: [FruitID("mango"): 3], available: true)
        ]
        let fruits = (0..<250).map { FruitStock(id: FruitID("f\($0)"), name: "과일", count: $0) }
        for (rows, id) in [(SectionRows(juices), SectionDefinition.juices), (SectionRows(fruits), .fruits)] {
            #expect(store.write(Snapshot(rows: rows, validator: "\"d\"", confirmedAt: Date()), of: id) == .done)
            #expect(store.whole(of: id)?.rows == rows)
        }
        let kept = SectionRepository(
            sections: [.main], unopened: SectionDefinition.juiceBar, source: source, store: store, spacing: .zero)
        kept.loadLastKnown()
        #expect(kept.section(.juices).rows.isEmpty)
        let log = await MessageLog(of: kept)
        await running(kept) {
            kept.show(SectionID.juiceBar)
            await log.wait { $0.section(.juices).rows == SectionRows(juices) && $0.section(.fruits).rows.count == 250 }
            #expect(await source.call(.fruits).validator == "\"d\"")
        }
    }
}
