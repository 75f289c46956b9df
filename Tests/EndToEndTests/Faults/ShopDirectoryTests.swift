import Domain
import Foundation
import Glibc
import ShopResources
import Storage
import TerminalProbe
import TestSupport
import Testing

/// A shop keeps its orders beside its files, and no shop writes into the database of another.
@Suite struct ShopDirectoryTests {
    private struct Place {
        let scratch: Scratch
        let shop: CopiedShop

        init() throws { (scratch, shop) = (try Scratch(), try CopiedShop()) }

        var database: String { shop.url.appending(path: "shop.sqlite").path }
        var idFile: URL { shop.url.appending(path: ".banchan-id") }
        var id: String? { try? String(contentsOf: idFile, encoding: .utf8) }

        func serve(_ arguments: String...) async throws -> ServingProgram {
            try await ServingProgram(
                Built.banchan, ["serve", "--port", "0", "--resources", shop.url.path] + arguments,
                environment: scratch.environment)
        }

        /// Starts a server that refuses to serve.
        func refused(_ arguments: String...) async throws -> Output {
            try await runWithoutTerminal(
                ["serve", "--port", "0", "--resources", shop.url.path] + arguments, environment: scratch.environment)
        }
    }

    private func order(at server: ServingProgram) async throws {
        let dish = try #require(try TemporaryMenu.own(.main).first)
        let placed = try await runWithoutTerminal(
            ["order", dish.detailHash, "--who", "지훈", "--server", server.url.absoluteString])
        #expect(placed.status == 0, "\(placed)")
    }

    private func count(in database: String) async throws -> Int {
        let store = try SQLiteStore(at: database, mustExist: true)
        let count = try await store.read { try $0.orders(after: 0, limit: 100).count }
        await store.close()
        return count
    }

    @Test func theDatabaseIsBesideTheFilesAndHasTheirID() async throws {
        let place = try Place()
        let server = try await place.serve()
        try await order(at: server)
        #expect(try await server.stop().end == .fine)
        #expect(try await count(in: place.database) == 1)
        let id = try #require(place.id)
        #expect(UUID(uuidString: id.trimmingCharacters(in: .newlines)) != nil)
        let again = try await place.serve()
        #expect(!(try await again.stop().complaints.contains("shop.sqlite")))
        #expect(place.id == id)
        let orders = try await runWithoutTerminal(["orders", "--database", place.shop.url.path])
        #expect(orders.standardOutput.contains("지훈"))
        // The sample shop has its own.
        #expect(
            !FileManager.default.fileExists(atPath: place.scratch.url.appending(path: "data/banchan/shop.sqlite").path))
    }

    @Test func theDatabaseOfAnotherShopIsRefusedUnlessItIsAdopted() async throws {
        let (one, other) = (try Place(), try Place())
        for place in [one, other] { #expect(try await place.serve().stop().end == .fine) }
        let refused = try await other.refused("--database", one.database)
        #expect(refused.status == 1 && refused.standardOutput.isEmpty)
        #expect(
            refused.standardError.hasSuffix(
                "banchan: \(one.database) has the orders of another shop. To use it for \(other.shop.url.path): "
                    + "--adopt-database\n"), "\(refused)")
        let adopted = try await other.serve("--database", one.database, "--adopt-database")
        #expect(try await adopted.stop().end == .fine)
        #expect(try await other.serve("--database", one.database).stop().end == .fine)
        #expect(try await one.refused("--database", one.database).status == 1, "it is the other's now")
    }

    /// The shop that the program brings has other files: it would take the shop's printers and its menu for gone.
    @Test func theProgramsOwnShopDoesNotOpenTheDatabaseOfAShopWithFiles() async throws {
        let place = try Place()
        #expect(try await place.serve().stop().end == .fine)
        let dish = try #require(try TemporaryMenu.own(.main).first)
        let refused = try await runWithoutTerminal(
            ["order", dish.detailHash, "--who", "지훈"],
            environment: place.scratch.environment.merging(["BANCHAN_DATABASE": place.database]) { $1 })
        #expect(refused.status == 1)
        #expect(
            refused.standardError
                == "banchan: \(place.database) has the orders of a shop with files of its own: name its server with "
                + "--server.\n", "\(refused)")
        #expect(try await count(in: place.database) == 0)
    }

    @Test func filesWithoutAnIDTakeThatOfTheirDatabase() async throws {
        let place = try Place()
        #expect(try await place.serve().stop().end == .fine)
        let id = place.id
        try FileManager.default.removeItem(at: place.idFile)
        #expect(try await place.serve().stop().end == .fine)
        #expect(id != nil && place.id == id)
    }

    @Test func ordersInTheOldPlaceAreNamedAtTheFirstStart() async throws {
        let place = try Place()
        let old = place.scratch.url.appending(path: "data/banchan/shop.sqlite").path
        let sample = try await ServingProgram(
            Built.banchan, ["serve", "--port", "0"], environment: place.scratch.environment)
        try await order(at: sample)
        #expect(try await sample.stop().end == .fine)
        #expect(try await count(in: old) == 1)
        let first = try await place.serve().stop().complaints
        #expect(first.contains("Earlier ones are in \(old); to go on with them: --database \(old)"), "\(first)")
        #expect(!(try await place.serve().stop().complaints.contains(old)))
    }

    @Test(.enabled(if: geteuid() == 0 && Installed.has("unshare"), "only root can mount"))
    func aDirectoryThatCannotBeWrittenHasItsDatabaseElsewhere() async throws {
        let place = try Place()
        let directory = place.shop.url.path
        let script = """
            mount --bind '\(directory)' '\(directory)' && mount -o remount,bind,ro '\(directory)' && \
            exec '\(Built.banchan)' serve --port 0 --resources '\(directory)'
            """
        let server = try await ServingProgram(
            "/usr/bin/unshare", ["--mount", "/bin/sh", "-c", script], environment: place.scratch.environment)
        try await order(at: server)
        let complaints = try await server.stop().complaints
        let note = "banchan: \(directory) cannot be written. The orders are kept in "
        let line = try #require(complaints.split(separator: "\n").first { $0.hasPrefix(note) }, "\(complaints)")
        let database = String(line.dropFirst(note.count).dropLast())
        #expect(database.hasPrefix(place.scratch.url.appending(path: "data/banchan/shops/").path))
        #expect(try await count(in: database) == 1)
        #expect(!FileManager.default.fileExists(atPath: place.database) && place.id == nil)
    }

    @Test func nothingIsMadeInADirectoryThatIsNoShop() async throws {
        let (place, scratch) = (try Place(), try Scratch())
        let wrong = try await runWithoutTerminal(
            ["serve", "--port", "0", "--resources", scratch.url.path], environment: place.scratch.environment)
        #expect(wrong.status == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.url.path).isEmpty)
    }

    /// The directory that is installed with the program is everybody's, also if somebody names it.
    @Test func nothingIsMadeInTheDirectoryOfTheSampleShop() async throws {
        let (scratch, sample) = (try Scratch(), try ShopResources.directory())
        let server = try await ServingProgram(
            Built.banchan, ["serve", "--port", "0", "--resources", sample.path], environment: scratch.environment)
        #expect(try await server.stop().end == .fine)
        for name in [".banchan-id", "shop.sqlite"] {
            #expect(!FileManager.default.fileExists(atPath: sample.appending(path: name).path))
        }
        #expect(FileManager.default.fileExists(atPath: scratch.url.appending(path: "data/banchan/shop.sqlite").path))
    }

    @Test func theOpenShopSaysWhereTheServiceOfTheMachineIs() async throws {
        let (place, run) = (try Place(), try Scratch())
        let environment = place.scratch.environment.merging(["RUNTIME_DIRECTORY": run.url.path]) { $1 }
        let service = try await ServingProgram(
            Built.banchan, ["serve", "--port", "0", "--resources", place.shop.url.path], environment: environment)
        let address = try #require(service.url.absoluteString.split(separator: "/").last)
        try await withShop(environment: ["BANCHAN_SERVICE_DIRECTORY": run.url.path]) { program in
            try program.wait(forText: "이 기기의 가게 서버: banchan --server http://\(address)")
        }
        try await withShop(
            ["--server", service.url.absoluteString],
            environment: [
                "BANCHAN_SERVICE_DIRECTORY": run.url.path
            ]
        ) { program in
            try program.waitUntilSettled()
            #expect(!program.shows("이 기기의 가게 서버"))
        }
        #expect(try await service.stop().end == .fine)
    }
}
