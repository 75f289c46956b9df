import Domain
import Storage
import TestSupport
import Testing

@Suite struct SectionNoteTests {
    private let store = InMemoryStore()

    @Test func aSectionHasANewVersionWhenItsContentIsAnother() async throws {
        #expect(try await store.versions().isEmpty)
        try await store.note([.main: "a", .soup: "b"])
        try await store.note([.main: "a", .soup: "c"])
        try await store.note([.main: "a", .soup: "c"])
        #expect(
            try await store.versions() == [
                .main: .init(version: 1, sequence: 1), .soup: .init(version: 2, sequence: 3),
            ])
    }

    @Test func aSectionThatChangedByItselfIsNotedOnce() async throws {
        try await store.transaction { try $0.change([.main]) }
        for _ in 0..<2 { try await store.note([.main: "a"]) }
        #expect(try await store.versions()[.main]?.version == 2)
    }

    @Test func whoeverWatchesIsNotToldOfWhatIsNoChange() async throws {
        try await store.note([.main: "a"])
        try await confirmation(expectedCount: 1) { translated in
            let watch = store.watchChanges { translated() }
            try await store.note([.main: "a"])
            try await store.note([.main: "b"])
            watch.cancel()
            try await store.note([.main: "c"])
        }
    }
}
