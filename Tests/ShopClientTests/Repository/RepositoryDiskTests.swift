import Domain
import Foundation
import ShopClient
import ShopHTTP
import TestPeers
import TestSupport
import Testing

private let time = Date(timeIntervalSince1970: 1_700_000_000)

/// Whether two dates are equal within the precision of their stored form.
private func isClose(_ one: Date?, _ other: Date?) -> Bool {
    guard let one, let other else { return false }
    return abs(one.timeIntervalSince(other)) < 0.001
}

@Suite struct RepositoryDiskTests {
    let directory = TemporaryDirectory()
    let source = ScriptedSource()
    let store: SnapshotStore
    let repository: SectionRepository
    let log: MessageLog

    init() async {
        store = SnapshotStore(directory: directory.url.path, shop: "own")
        repository = SectionRepository(
            sections: [.main, .soup], source: source, store: store, backoff: ManualBackoff().backoff, spacing: .zero)
        log = await MessageLog(of: repository)
    }

    @Test func whatWasLastKnownIsThereBeforeAnythingIsFetchedAndStale() async {
        store.write(Snapshot(dishes: dishes(3), validator: "\"a\"", confirmedAt: time), of: .main)
        repository.loadLastKnown()
        let main = repository.section(.main)
        #expect(main.dishes == dishes(3))
        #expect(main.total == 3)
        #expect(main.confirmedAt == time)
        #expect(main.contentVersion == 1)
        #expect(!main.isFresh)
        #expect(!main.isFetching)
        #expect(main.failure == nil)
        #expect(repository.section(.soup) == Section(id: .soup))
        #expect(await log.names() == [.main])
        #expect(repository.connection == .connecting)
        #expect(source.calls.all.isEmpty)
    }

    @Test func aBadValidatorOnDiskDoesNotKeepAShopAway() async throws {
        store.write(Snapshot(dishes: dishes(3), validator: "bad", confirmedAt: time), of: .main)
        let file = directory.url.appending(path: directory.files[0])
        let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        try Data(text.replacing(#""bad""#, with: #""\u0000\r\n""#).utf8).write(to: file)
        let server = try HostileServer { peer, head in
            peer.answer(body: (try? body(dishes(head.contains("If-None-Match") ? 9 : 4))) ?? Data())
        }
        defer { server.stop() }
        let shop = SectionRepository(
            sections: [.main],
            source: HTTPSectionSource(
                client: HTTPClient(), address: try ShopAddress("http://127.0.0.1:\(server.port)"), limits: .untimed()),
            store: SnapshotStore(directory: directory.url.path, shop: "own"), backoff: ManualBackoff().backoff)
        shop.loadLastKnown()
        #expect(shop.section(.main).dishes == dishes(3))
        let log = await MessageLog(of: shop)
        await running(shop) { await log.waitUntilFresh(.main) }
        #expect(shop.section(.main).dishes == dishes(4))
        #expect(shop.connection == .connected)
    }

    @Test(arguments: [SectionDefinition.Audience.terminal, .keeper])
    func whatIsNotThereForEverybodyIsNotKeptOnDisk(_ audience: SectionDefinition.Audience) async {
        let section = SectionDefinition(.main, for: audience, rows: Dish.self)
        let repository = SectionRepository(
            sections: [section], source: source, store: store, backoff: ManualBackoff().backoff, spacing: .zero)
        let log = await MessageLog(of: repository)
        await running(repository) {
            await source.call(.main).answer(.success(.content(SectionRows(dishes(3)), validator: "\"a\"")))
            await log.waitUntilFresh(.main)
        }
        #expect(directory.files.isEmpty)
        store.write(Snapshot(dishes: dishes(3), validator: "\"a\"", confirmedAt: time), of: .main)
        let next = SectionRepository(sections: [section], source: source, store: store)
        next.loadLastKnown()
        #expect(next.section(.main) == Section(id: .main))
    }

    @Test func whatWasLastKnownStaysWhileTheServerIsNotThere() async {
        store.write(Snapshot(dishes: dishes(3), validator: "\"a\"", confirmedAt: time), of: .main)
        repository.loadLastKnown()
        await running(repository) {
            await source.call(.main).fail(.unreachable)
            await log.waitUntilFailed(.main)
        }
        #expect(repository.section(.main).dishes == dishes(3))
        #expect(repository.section(.main).confirmedAt == time)
        #expect(repository.connection == .disconnected)
    }

    @Test func theValidatorOnDiskIsAskedWithAndConfirmed() async {
        store.write(Snapshot(dishes: dishes(3), validator: "\"a\"", confirmedAt: time), of: .main)
        repository.loadLastKnown()
        await running(repository) {
            let call = await source.call(.main)
            #expect(call.validator == "\"a\"")
            call.answer(.success(.unchanged))
            await log.waitUntilFresh(.main)
        }
        #expect(repository.section(.main).dishes == dishes(3))
        #expect(repository.section(.main).contentVersion == 1)
        #expect(isClose(store.head(of: .main)?.confirmedAt, repository.section(.main).confirmedAt))
    }

    @Test func theRestOfALargeSectionIsReadBeforeItIsAskedFor() async {
        store.write(Snapshot(dishes: dishes(250), validator: "\"a\"", confirmedAt: time), of: .main)
        repository.loadLastKnown()
        #expect(repository.section(.main).dishes.count == 100)
        #expect(repository.section(.main).total == 250)
        await running(repository) {
            let call = await source.call(.main)
            #expect(call.validator == "\"a\"")
            #expect(repository.section(.main).dishes == dishes(250))
            #expect(repository.section(.main).contentVersion == 2)
            call.answer(.success(.unchanged))
            await log.waitUntilFresh(.main)
        }
        #expect(repository.section(.main).dishes == dishes(250))
        #expect(repository.section(.main).contentVersion == 2)
    }

    @Test func aHeadWhoseRestIsLostIsAllThatIsKnownUntilTheServerBringsIt() async throws {
        store.write(Snapshot(dishes: dishes(250), validator: "\"a\"", confirmedAt: time), of: .main)
        try FileManager.default.removeItem(at: directory.url.appendingPathComponent("woowa_2fmain.json"))
        repository.loadLastKnown()
        await running(repository) {
            let call = await source.call(.main)
            #expect(call.validator == nil)
            #expect(repository.section(.main).total == 100)
            call.bring(dishes(250), validator: "\"a\"")
            await log.waitUntilFresh(.main)
        }
        #expect(repository.section(.main).total == 250)
    }

    @Test func whatIsFetchedIsKnownAtTheNextLaunch() async {
        await running(repository) {
            await source.call(.main).bring(dishes(250), validator: "\"b\"")
            await source.call(.soup).bring(dishes(2))
            await log.wait { !$0.section(.main).isFetching && !$0.section(.soup).isFetching }
        }
        let later = SectionRepository(sections: [.main, .soup], source: source, store: store)
        later.loadLastKnown()
        #expect(later.section(.main).total == 250)
        #expect(later.section(.soup).dishes == dishes(2))
        #expect(store.whole(of: .main)?.validator == "\"b\"")
        #expect(store.whole(of: .soup)?.validator == nil)
        #expect(repository.latestSaving == .done)
    }

    @Test func anUnchangedAnswerDoesNotWriteTheRowsAgain() async throws {
        store.write(Snapshot(dishes: dishes(250), validator: "\"a\"", confirmedAt: time), of: .main)
        let file = directory.url.appendingPathComponent("woowa_2fmain.json").path
        let before = try FileManager.default.attributesOfItem(atPath: file)[.systemFileNumber] as? Int
        repository.loadLastKnown()
        await running(repository) {
            await source.call(.main).answer(.success(.unchanged))
            await log.waitUntilFresh(.main)
        }
        #expect(try FileManager.default.attributesOfItem(atPath: file)[.systemFileNumber] as? Int == before)
        #expect(isClose(store.whole(of: .main)?.confirmedAt, repository.section(.main).confirmedAt))
    }

    @Test func aFailureIsNotWritten() async {
        await running(repository) {
            await source.call(.main).fail(.status(500))
            await log.waitUntilFailed(.main)
        }
        #expect(directory.files.isEmpty)
    }

    @Test func aDiskThatCannotBeWrittenIsToldAndChangesNothingElse() async {
        let store = SnapshotStore(directory: "/dev/null/banchan", shop: "own")
        let repository = SectionRepository(sections: [.main], source: source, store: store, spacing: .zero)
        let log = await MessageLog(of: repository)
        repository.loadLastKnown()
        await running(repository) {
            await source.call(.main).bring(dishes(1))
            await log.waitUntilFresh(.main)
        }
        #expect(repository.latestSaving == .failed(ENOTDIR))
        #expect(repository.section(.main).isFresh)
    }

    @Test func laterKnowledgeIsNotReplacedByWhatTheDiskKnew() async {
        await running(repository) {
            await source.call(.main).bring(dishes(1, "new"))
            await log.waitUntilFresh(.main)
        }
        store.write(Snapshot(dishes: dishes(9, "old"), validator: nil, confirmedAt: time), of: .main)
        repository.loadLastKnown()
        #expect(repository.section(.main).dishes == dishes(1, "new"))
    }
}
