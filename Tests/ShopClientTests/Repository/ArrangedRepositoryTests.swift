import Domain
import Foundation
import TestSupport
import Testing

@testable import ShopClient

/// A repository whose sections change while it runs.
@Suite struct ArrangedRepositoryTests {
    private static let late = SectionID(path: "woowa/late")
    private static func definition(_ id: SectionID) -> SectionDefinition { SectionDefinition(id, rows: Dish.self) }

    private let source = ScriptedSource()

    private func repository(_ store: SnapshotStore? = nil) async -> (SectionRepository, MessageLog) {
        let repository = SectionRepository(
            sections: [.main, .soup], source: source, store: store, backoff: .none, spacing: .zero)
        return (repository, await MessageLog(of: repository))
    }

    @Test func whatStaysKeepsItsRowsAndWhatIsNewIsFetchedOnceItIsShown() async {
        let (repository, log) = await repository()
        await running(repository) {
            await source.call(.main).bring(dishes(2))
            await source.call(.soup).bring(dishes(3))
            for section in [SectionID.main, .soup] { await log.waitUntilFresh(section) }
            let soup = repository.section(.soup)
            let before = await log.counts()
            repository.arrange([ArrangedRepositoryTests.definition(ArrangedRepositoryTests.late), .soup, .side])
            #expect(repository.sections == [ArrangedRepositoryTests.late, .soup, .side])
            #expect(repository.section(.soup) == soup)
            #expect(repository.section(.main) == Section(id: .main))
            #expect(source.count(ArrangedRepositoryTests.late) + source.count(.side) == 0)
            repository.show([ArrangedRepositoryTests.late, .soup])
            await source.call(ArrangedRepositoryTests.late).bring(dishes(1))
            await log.waitUntilFresh(ArrangedRepositoryTests.late)
            let after = await log.counts()
            #expect(after[.soup] == before[.soup])
            #expect(after[.main] == before[.main])
            #expect(source.count(.side) == 0)
            #expect(source.count(.soup) == 1)
            // It is fetched again with the others, and one that is gone is not.
            repository.refetchAll()
            await source.call(ArrangedRepositoryTests.late, 2).bring(dishes(1))
            await source.call(.soup, 2).bring(dishes(3))
            #expect(source.count(.main) == 1)
        }
    }

    @Test func theFetchOfOneThatIsGoneIsCancelledAndItsAnswerSaysNothing() async {
        let (repository, log) = await repository()
        await running(repository) {
            await source.call(.soup).bring(dishes(1))
            await log.waitUntilFresh(.soup)
            let main = await source.call(.main)
            repository.arrange([.soup])
            await main.cancellations.wait(count: 1)
            repository.refetch(.soup)
            await source.call(.soup, 2).bring(dishes(2))
            await log.wait { $0.section(.soup).dishes.count == 2 }
            #expect(repository.connection == .connected)
            #expect(repository.section(.main) == Section(id: .main))
        }
    }

    @Test func aLateAnswerOfARemovedSectionIsNoneOfTheSectionThatCameInItsPlace() throws {
        var state = RepositoryState([.main], unopened: [], isKept: false)
        func fetch() throws -> Int {
            guard case .fetch(.main, let generation, _)? = state.nextSteps().first else { throw CancellationError() }
            return generation
        }
        state.requestAll()
        let former = try fetch()
        state.arrange([.soup])
        state.arrange([.main, .soup])
        state.show([.main])
        let latter = try fetch()
        state.finish(.main, former, .failed(.timedOut), at: .now)
        #expect(state.isCurrent(.main, latter))
        #expect(state.entries[.main]?.section.failure == nil)
    }

    @Test func aNewSectionShowsWhatWasLastKnownUntilItIsFetched() async throws {
        let directory = FileManager.default.temporaryDirectory.appending(component: "banchan-\(UUID())")
        defer { FileManager.default.removeScratch(directory) }
        let store = SnapshotStore(directory: directory.path, shop: "own")
        let snapshot = Snapshot(dishes: dishes(4), validator: "\"4\"", confirmedAt: .now)
        #expect(store.write(snapshot, of: .side) == .done)
        let (repository, log) = await repository(store)
        await running(repository) {
            repository.arrange([.main, .soup, .side])
            repository.show([.side])
            await log.wait { $0.section(.side).dishes.count == 4 }
            let call = await source.call(.side)
            #expect(call.validator == "\"4\"")
            call.answer(.success(.unchanged))
            await log.waitUntilFresh(.side)
        }
    }
}
