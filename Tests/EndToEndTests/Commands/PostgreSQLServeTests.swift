import Domain
import Foundation
import TestPeers
import TestSupport
import Testing

/// `banchan serve` with PostgreSQL, run as a program.
@Suite struct PostgreSQLServeTests {
    @Test func aDatabaseThatGoesAwayCostsOrdersOnlyAndComesBackByItself() async throws {
        let postgreSQL = try await onOwnThread { try PostgreSQLServer() }
        let scratch = try Scratch()
        let ordered = try OrderedDish()
        let address = postgreSQL.address(of: try postgreSQL.newDatabase())
        let server = try await ServingProgram.banchan(database: address, environment: scratch.environment)
        #expect(try await server.place(ordered.order(), key: UUID())?.status == 201)
        try await onOwnThread { try postgreSQL.kill() }
        let key = UUID()
        #expect(try await server.place(ordered.order(), key: key)?.status == 503)
        let menu = try await server.status(of: "woowa/main")
        #expect(menu.status == 200)
        let refused = try await server.status(of: "juice/fruits")
        #expect(refused.status == 503)
        #expect(refused.retryAfter == "5")
        #expect(try await server.health().error?.contains("cannot reach") == true)
        try await onOwnThread { try postgreSQL.start() }
        try await server.becomesHealthy()
        #expect(try await server.place(ordered.order(), key: key)?.status == 201)
        #expect(try await server.place(ordered.order(), key: key)?.status == 200)
        let ended = try await server.stop()
        #expect(ended.end == .fine)
        #expect(ended.complaints.contains("the database server does not answer: \(shown(address))"))
        #expect(ended.complaints.contains("The orders can be kept again."))
    }

    @Test func aPasswordIsNeverPrinted() async throws {
        let (scratch, server) = (try Scratch(), try await onOwnThread { try PostgreSQLServer.shared.get() })
        let (user, password) = PostgreSQLServer.guarded
        let address = "postgres://\(user)@127.0.0.1:\(server.port)/postgres"
        let serve = ["serve", "--port", "0"]
        let attempts: [(arguments: [String], variables: [String: String])] = [
            (serve + ["--database", address], ["PGPASSWORD": password]),
            (
                serve + ["--database", address, "--database-password-file", try scratch.secret(password)], [:]
            ),
        ]
        for attempt in attempts {
            let program = try RunningProgram(
                Built.banchan, attempt.arguments, environment: scratch.environment.merging(attempt.variables) { $1 })
            let (_, output, complaints) = try await program.ended()
            // Another test may have made the user, who may not make tables here.
            let sentences = ["does not take the user or the password", "lacks a privilege"]
            #expect(sentences.contains { (output + complaints).contains($0) })
            #expect(!(output + complaints).contains(password))
        }
    }

    /// Ways to write, and to mistype, an address with a password.
    private static let mistyped = [
        "postgres://shop:ab/S3cret@127.0.0.1:1/x", "postgres://shop:12/S3cret@127.0.0.1:1/x",
        "postgres://shop:ab#S3cret@127.0.0.1:1/x", "postgres://shop:ab?S3cret@127.0.0.1:1/x",
        "postgres://shop:a@S3cret@127.0.0.1:1/x", "postgres://shop:S3cret@127.0.0.1:1/x",
        " postgres://shop:S3cret@127.0.0.1:1/x", "Postgres://shop:S3cret@127.0.0.1:1/x",
        "POSTGRESQL://shop:S3cret@127.0.0.1:1/x", "postgres:shop:S3cret@127.0.0.1:1/x",
        "mysql://shop:S3cret@127.0.0.1:1/x", "shop:S3cret@127.0.0.1:1/x",
        "host=127.0.0.1 port=1 user=shop dbname=x password=S3cret", "postgres://127.0.0.1:1/x?password=S3cret",
    ]

    @Test(arguments: mistyped) func aPasswordInAnAddressIsRefusedByEveryCommandAndNeitherPrintedNorAFilesName(
        _ address: String
    ) async throws {
        let (scratch, variables) = (try Scratch(), ["BANCHAN_DATABASE": address])
        let other = scratch.url.appending(path: "other.sqlite").path
        let serve = ["serve", "--port", "0"]
        let attempts: [(arguments: [String], variables: [String: String])] = [
            (serve, variables), (serve + ["--database", address], [:]), (["orders"], variables),
            (["orders", "--database", address], [:]), (["doctor"], variables),
            (["doctor", "--database", address], [:]),
            (["migrate", "--from", address, "--to", other], [:]), (["migrate", "--from", other, "--to", address], [:]),
            (["migrate", "--to", other], variables),
        ]
        // One function reads an address for all commands: each address is given to two of them, each command gets three.
        let number = PostgreSQLServeTests.mistyped.firstIndex(of: address) ?? 0
        for attempt in [attempts[number % attempts.count], attempts[(number + 4) % attempts.count]] {
            let program = try RunningProgram(
                Built.banchan, attempt.arguments, environment: scratch.environment.merging(attempt.variables) { $1 })
            let (end, output, complaints) = try await program.ended()
            #expect(end.status == (attempt.arguments[0] == "doctor" ? 1 : 64), "\(attempt.arguments)")
            let told = output + complaints
            #expect(told.contains("no address of a database") || told.contains("has a password in it"))
            #expect(!told.contains("S3cret") && !told.contains("cret@"))
        }
        let names = FileManager.default.enumerator(atPath: scratch.url.path)?.compactMap { $0 as? String } ?? []
        #expect(!names.contains { $0.contains("S3cret") || $0.contains("other.sqlite") })
    }

    @Test func withoutLibpqEverythingElseWorks() async throws {
        let scratch = try Scratch()
        // The loader finds this empty file first, which is not a library.
        try Data().write(to: scratch.url.appending(path: "libpq.so.5"))
        let environment = scratch.environment.merging(["LD_LIBRARY_PATH": scratch.url.path]) { $1 }
        let refused = try RunningProgram(
            Built.banchan, ["serve", "--port", "0", "--database", "postgres://banchan@127.0.0.1:1/shop"],
            environment: environment)
        let (end, _, complaints) = try await refused.ended()
        #expect(end.status == 1)
        #expect(complaints.contains("libpq is not installed (Debian: apt-get install libpq5)"))
        let onDisk = scratch.url.appending(path: "shop.sqlite").path
        let server = try await ServingProgram.banchan(database: onDisk, environment: environment)
        #expect(try await server.place(OrderedDish().order(), key: UUID())?.status == 201)
        #expect(try await server.stop().end == .fine)
    }

    @Test func whatCannotBeOpenedIsRefusedInASentence() async throws {
        let (scratch, server) = (try Scratch(), try await onOwnThread { try PostgreSQLServer.shared.get() })
        let older = try server.newDatabase()
        let foreign = try server.newDatabase()
        try server.run("CREATE SCHEMA banchan", in: foreign)
        try server.run(
            """
            CREATE SCHEMA banchan; CREATE TABLE banchan.layout (application text, version integer);
            INSERT INTO banchan.layout VALUES ('banchan.store', 99)
            """, in: older)
        let attempts = [
            (
                server.address(of: older),
                "another version of this program made the database, and exports its orders: banchan orders --csv"
            ),
            (server.address(of: foreign), "the database belongs to another program"),
            (server.address(of: "nobody_made_it"), "there is no database"),
            ("postgres://banchan@127.0.0.1:1/shop", "the database server does not answer"),
        ]
        for (address, sentence) in attempts {
            let program = try RunningProgram(
                Built.banchan, ["serve", "--port", "0", "--database", address], environment: scratch.environment)
            let (end, _, complaints) = try await program.ended()
            #expect(end.status != 0)
            #expect(complaints.contains("The orders cannot be kept in \(shown(address)): \(sentence)."))
        }
    }
}

/// Returns what is shown of an address: not the user.
private func shown(_ address: String) -> String { address.replacing("banchan@", with: "") }

extension ServingProgram {
    fileprivate func status(of path: String) async throws -> (status: Int, retryAfter: String?) {
        let reply = try await TestSupport.ask(url, path)
        return (reply.status, reply["Retry-After"])
    }
}
