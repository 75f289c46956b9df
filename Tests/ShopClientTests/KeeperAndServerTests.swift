import Domain
import Foundation
import ShopClient
import ShopHTTP
import ShopResources
import ShopServer
import Storage
import TerminalText
import TestSupport
import Testing

/// The keeper's operations on dishes and reports with the real server, in one process over loopback.
@Suite struct KeeperAndServerTests {
    private static let token = Secret("sesame")

    private struct Clients {
        let dishes: DishClient
        let reports: ReportClient
        let orders: OrderClient
        let details: DetailSource
    }

    /// Serves the shop's own menu from a new database while `body` runs, and passes it the clients of the keeper and of
    /// a guest, and a dish.
    private func serving(
        renamingFirstDishTo hash: String? = nil,
        _ body: (_ keeper: Clients, _ guest: Clients, _ dish: Dish) async throws -> Void
    ) async throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let resources =
            try hash.map { try copy(renamingFirstDishTo: $0, below: directory) } ?? ShopResources.directory()
        var configuration = ShopServer.Configuration(resources: resources)
        configuration.store = try SQLiteStore(at: directory.appendingPathComponent("shop.sqlite").path)
        configuration.keeperToken = KeeperAndServerTests.token
        try await withServer(configuration) { url in
            let (address, client) = (try ShopAddress(url.absoluteString), HTTPClient())
            let list = try await client.get(try #require(address.url(for: .main)), limits: DetailSource.limits)
            let dish = try #require(try JSONDecoder().decode([Dish].self, from: list.body).first)
            func clients(_ keeper: Secret?) -> Clients {
                let credentials = Credentials(session: TerminalSession(directory: nil), keeper: keeper)
                return Clients(
                    dishes: .http(client: client, credentials: credentials, limits: .patient) { address },
                    reports: .http(client: client, credentials: credentials, limits: .patient) { address },
                    orders: .http(client: client, address: { address }, limits: .patient),
                    details: .http(client: client, address: { address }, limits: .patient))
            }
            try await body(clients(KeeperAndServerTests.token), clients(nil), dish)
        }
    }

    /// Copies the shop's own files, giving the first dish another hash.
    private func copy(renamingFirstDishTo hash: String, below directory: URL) throws -> URL {
        let copy = directory.appendingPathComponent("resources")
        try FileManager.default.copyItem(at: try ShopResources.directory(), to: copy)
        let files = try #require(FileManager.default.enumerator(at: copy, includingPropertiesForKeys: nil))
        for case let file as URL in files where file.pathExtension == "json" {
            let text = try String(contentsOf: file, encoding: .utf8)
            try text.replacing(#""detail_hash": "HBDEF""#, with: #""detail_hash": "\#(hash)""#).write(
                to: file, atomically: true, encoding: .utf8)
        }
        return copy
    }

    private func draft(_ dish: Dish, _ change: DishDraft.Change) -> DishDraft {
        DishDraft(key: UUID(), hash: dish.detailHash, title: dish.title, change: change)
    }

    private func changed(_ outcome: DishOutcome) throws -> KeeperDish {
        guard case .changed(let dish?) = outcome else { throw UnexpectedOutcome(outcome: outcome) }
        return dish
    }

    private struct UnexpectedOutcome: Error { let outcome: DishOutcome }

    @Test func thePriceIsChangedOnceUnderItsKeyAndTheFilesOneComesBack() async throws {
        try await serving { keeper, _, dish in
            let change = draft(dish, .price(Won(dish.price.amount + 500)))
            let first = try changed(await keeper.dishes.send(change))
            #expect(first.price == Won(dish.price.amount + 500))
            #expect(first.filePrice == dish.price)
            #expect(first.changed == [.price])
            let back = try changed(await keeper.dishes.send(draft(dish, .filePrice)))
            #expect(back.price == dish.price)
            #expect(back.changed.isEmpty)
            #expect(try changed(await keeper.dishes.send(change)) == first, "the same again tells what came of it then")
            #expect(try await keeper.dishes.fetch(dish.detailHash).get() == back, "and changes nothing")
        }
    }

    @Test func aDishIsSoldOutAndAvailableAgain() async throws {
        try await serving { keeper, _, dish in
            let gone = try changed(await keeper.dishes.send(draft(dish, .soldOut(true))))
            let seen = try await keeper.dishes.fetch(dish.detailHash).get()
            let back = try changed(await keeper.dishes.send(draft(dish, .soldOut(false))))
            #expect(gone.isSoldOut)
            #expect(!back.isSoldOut)
            #expect(seen == gone)
            #expect(back.changed == [.soldOut], "it does not follow the file")
            let file = try changed(await keeper.dishes.send(draft(dish, .fileAvailability)))
            #expect(file.changed.isEmpty)
            #expect(file.isSoldOut == file.isSoldOutInFile)
        }
    }

    @Test func theNumberLeftIsSetAndTakenAway() async throws {
        try await serving { keeper, _, dish in
            let counted = try changed(await keeper.dishes.send(draft(dish, .count(3))))
            #expect(counted.count == 3)
            #expect(counted.fileCount == nil)
            #expect(counted.changed == [.count])
            let back = try changed(await keeper.dishes.send(draft(dish, .fileCount)))
            #expect(back.count == nil)
            #expect(back.changed.isEmpty)
            #expect(try await keeper.dishes.fetch(dish.detailHash).get() == back)
        }
    }

    @Test func aHashIsOneSegmentWhateverIsInIt() async throws {
        let hash = "가/.. ?#%2F"
        try await serving(renamingFirstDishTo: hash) { keeper, _, dish in
            #expect(dish.detailHash == hash)
            let priced = try changed(await keeper.dishes.send(draft(dish, .price(Won(1_000)))))
            #expect(priced.hash == hash)
            #expect(try await keeper.dishes.fetch(hash).get() == priced)
        }
    }

    @Test func guestsChangeAndSeeNothing() async throws {
        try await serving { keeper, guest, dish in
            #expect(await guest.dishes.send(draft(dish, .soldOut(true))) == .refused(status: 401))
            #expect(await guest.dishes.fetch(dish.detailHash) == .failure(.status(401)))
            #expect(await guest.reports.day(nil) == .failure(.status(401)))
            let seen = try await keeper.dishes.fetch(dish.detailHash).get()
            #expect(!seen.isSoldOut)
        }
    }

    @Test func anotherDishThanTheKeeperSawIsNotChanged() async throws {
        try await serving { keeper, _, dish in
            for change in [DishDraft.Change.price(Won(1)), .soldOut(true)] {
                let other = DishDraft(key: UUID(), hash: dish.detailHash, title: "당면 잡채", change: change)
                #expect(await keeper.dishes.send(other) == .refused(status: 409))
            }
            let seen = try await keeper.dishes.fetch(dish.detailHash).get()
            #expect(seen.changed == [])
        }
    }

    @Test func aDishThatIsNotThereIsRefused() async throws {
        try await serving { keeper, _, dish in
            let unknown = DishDraft(key: UUID(), hash: "NONE", title: dish.title, change: .soldOut(true))
            #expect(await keeper.dishes.send(unknown) == .refused(status: 404))
            #expect(await keeper.dishes.fetch("NONE") == .failure(.status(404)))
            #expect(await keeper.dishes.fetch("") == .failure(.unreachable))
        }
    }

    @Test func theReportIsOfTheDayThatWasAskedFor() async throws {
        try await serving { keeper, _, _ in
            let today = try await keeper.reports.day(nil).get()
            #expect(today.report.total.count == 0)
            let before = today.date.adding(days: -1)
            let earlier = try await keeper.reports.day(before).get()
            #expect(earlier.date == before)
        }
    }
}
