import Domain
import Foundation
import Storage
import TerminalProbe
import TerminalText
import TestPeers
import TestSupport
import Testing

/// `banchan migrate`, and backups as `operating.md` describes them: the shop continues with the moved or restored database.
@Suite struct MigrateTests {
    @Test func aShopGoesOnInPostgreSQLAndComesBackToAFile() async throws {
        let (file, shared) = (try await SharedShop(.sqlite), try await SharedShop(.postgreSQL))
        let key = UUID()
        let first = try await file.server()
        let placed = try #require(try await first.place(file.order(), key: key)?.order)
        #expect(
            await first.ask("POST", "drinks/money", key: UUID(), body: Data(#"{"amount":5000}"#.utf8))?.status == 201)
        let before = await first.sections()
        #expect(try await first.stop().end == .fine)

        let copied = try await runWithoutTerminal(["migrate", "--from", file.database, "--to", shared.database])
        #expect(copied.status == 0)
        #expect(copied.standardError.isEmpty)
        let lines = copied.standardOutput.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
        #expect(lines.first == "Copied Count Sum")
        #expect(lines.contains("Orders 1 \(placed.total.text)"))
        #expect(lines.contains("Money in the machine 1 5,000원"))

        let second = try await shared.server()
        let again = try await second.place(file.order(), key: key)
        #expect(again?.status == 200)
        #expect(again?.order == placed)
        #expect(await second.sections() == before)
        #expect(try await second.place(file.order(who: "서연"), key: UUID())?.order?.id == 2)
        #expect(try await second.stop().end == .fine)

        let back = file.scratch.url.appending(path: "back.sqlite").path
        let returned = try await runWithoutTerminal(
            ["migrate", "--to", back], environment: ["BANCHAN_DATABASE": shared.database, "LANG": "ko_KR.UTF-8"])
        #expect(returned.status == 0)
        #expect(returned.standardOutput.hasPrefix("옮긴 것"))
        #expect(try await SharedShop.orders(in: back).map(\.who.string) == ["지훈", "서연"])
    }

    @Test func whatCannotBeCopiedIsToldInASentence() async throws {
        let (file, shared) = (try await SharedShop(.sqlite), try await SharedShop(.postgreSQL))
        for shop in [file, shared] {
            let server = try await shop.server()
            #expect(try await server.place(shop.order(), key: UUID())?.status == 201)
            #expect(try await server.stop().end == .fine)
        }
        let nothing = file.scratch.url.appending(path: "nothing.sqlite").path
        // The user is not shown.
        let shown = shared.database.replacing("banchan@", with: "")
        let attempts: [(arguments: [String], status: Int32, sentence: String)] = [
            (["--from", file.database, "--to", shared.database], 1, "There is a shop in \(shown) already."),
            (["--from", nothing, "--to", shared.database], 1, "\(nothing): there is no database."),
            (
                ["--from", file.database, "--to", "postgres://banchan@127.0.0.1:1/shop"], 2,
                "the database server does not answer. Nothing was kept."
            ),
            (["--from", file.database], 64, "Name a database with --to or BANCHAN_DATABASE."),
            ([], 64, "Name what to copy with --from, or where with --to."),
            (["--from", file.database, "--to", "postgres://a:b@c/d"], 64, "has a password in it"),
        ]
        for (arguments, status, sentence) in attempts {
            let output = try await runWithoutTerminal(["migrate"] + arguments)
            #expect(output.status == status)
            #expect(output.standardError.contains(sentence))
            #expect(output.standardOutput.isEmpty)
        }
        let korean = try await runWithoutTerminal(
            ["migrate", "--from", file.database, "--to", shared.database], environment: ["LANG": "ko_KR.UTF-8"])
        #expect(korean.standardError.contains("가게를 옮기지 못했습니다. \(shown)에 이미 가게가 있습니다."))
    }

    @Test func howFarItIsIsShownAndWhatIsInterruptedLeavesNothing() async throws {
        let (file, shared) = (try await SharedShop(.sqlite), try await SharedShop(.postgreSQL))
        let store = try SQLiteStore(at: file.database)
        for _ in 0..<40 {
            try await store.transaction { transaction in
                for _ in 0..<1_000 {
                    try transaction.remember(
                        IdempotencyKey(id: UUID(), request: "{}"), answer: String(repeating: "a", count: 400), at: .now)
                }
            }
        }
        await store.close()
        try await withShop(["migrate", "--from", file.database, "--to", shared.database], columns: 100) { program in
            try program.wait(for: "a bar") { screen in
                screen.text.contains { $0.contains(#/^가게 옮기는 중  ━*─+  [\d,]+\/40,000/#) }
            }
            try program.type([3])
            #expect(try program.waitForExit() == .exited(130))
            let text = program.screen.text.joined(separator: "\n")
            #expect(text.contains("멈췄습니다. 옮겨진 것은 없습니다."))
            #expect(!text.contains("옮기는 중"))
        }
        let copied = try await runWithoutTerminal(["migrate", "--from", file.database, "--to", shared.database])
        #expect(copied.status == 0)
    }

    @Test(.enabled(if: Installed.has("sqlite3"))) func aBackUpOfTheFileIsTheShop() async throws {
        let shop = try await SharedShop(.sqlite)
        let server = try await shop.server()
        let key = UUID()
        #expect(try await server.place(shop.order(), key: key)?.status == 201)
        // Back up while the server runs.
        let copy = shop.scratch.url.appending(path: "copy.sqlite").path
        #expect(try await shell("sqlite3 '\(shop.database)' '.backup \(copy)'").status == 0)
        #expect(try await server.place(shop.order(), key: UUID())?.status == 201)
        #expect(try await server.stop().end == .fine)
        // After a stop, the database is complete in its one file.
        let moved = shop.scratch.url.appending(path: "moved.sqlite").path
        #expect(try await shell("cp '\(shop.database)' '\(moved)'").status == 0)
        for (path, count) in [(copy, 1), (moved, 2)] {
            let restored = try await ServingProgram.banchan(database: path, environment: shop.scratch.environment)
            #expect(try await restored.place(shop.order(), key: key)?.status == 200)
            #expect(try await restored.stop().end == .fine)
            #expect(try await SharedShop.orders(in: path).count == count)
        }
    }

    @Test(.enabled(if: Installed.has("pg_dump", "pg_restore"))) func aDumpOfPostgreSQLIsTheShop() async throws {
        let (shop, empty) = (try await SharedShop(.postgreSQL), try await SharedShop(.postgreSQL))
        let server = try await shop.server()
        let key = UUID()
        #expect(try await server.place(shop.order(), key: key)?.status == 201)
        let dump = shop.scratch.url.appending(path: "shop.dump").path
        let dumped = try await shell("pg_dump --format=custom --schema=banchan --file='\(dump)' '\(shop.database)'")
        #expect(dumped.status == 0, "\(dumped.standardError)")
        #expect(try await server.place(shop.order(), key: UUID())?.status == 201)
        #expect(try await server.stop().end == .fine)
        let restored = try await shell("pg_restore --no-owner --exit-on-error --dbname='\(empty.database)' '\(dump)'")
        #expect(restored.status == 0, "\(restored.standardError)")
        let next = try await empty.server()
        #expect(try await next.place(shop.order(), key: key)?.status == 200)
        #expect(try await next.place(shop.order(), key: UUID())?.order?.id == 2)
        #expect(try await next.stop().end == .fine)
        #expect(try await empty.orders().count == 2)
    }

    /// The password file is found in the home directory, or named by a variable.
    @Test(arguments: ["HOME", "PGPASSFILE"])
    func thePasswordOfAPostgreSQLDatabaseIsTakenFromPgpass(_ variable: String) async throws {
        let server = try await onOwnThread { try PostgreSQLServer.shared.get() }
        let (user, password) = PostgreSQLServer.guarded
        let database = try server.newDatabase()
        try server.run(
            """
            DO $$ BEGIN CREATE ROLE \(user) LOGIN PASSWORD '\(password)';
            EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$;
            GRANT ALL ON DATABASE \(database) TO \(user)
            """, in: database)
        let scratch = try Scratch()
        let pgpass = scratch.url.appending(path: ".pgpass")
        try Data("127.0.0.1:\(server.port):*:\(user):\(password)\n".utf8).write(to: pgpass)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: pgpass.path)
        let place = variable == "HOME" ? scratch.url.path : pgpass.path
        let serving = try await ServingProgram.banchan(
            database: server.address(of: database, user: user),
            environment: scratch.environment.merging([variable: place]) { $1 })
        #expect(try await serving.place(OrderedDish().order(), key: UUID())?.status == 201)
        let ended = try await serving.stop()
        #expect(ended.end == .fine)
        #expect(!ended.complaints.contains(password))
    }
}

extension ServingProgram {
    /// Returns the answers that show the stored data to guests.
    fileprivate func sections() async -> [Data?] {
        var bodies: [Data?] = []
        for path in ["orders/mine", "juice/fruits", "drinks/soda", "drinks/machine"] {
            bodies.append(await ask("GET", path)?.body)
        }
        return bodies
    }
}
