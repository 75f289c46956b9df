import Domain
import Foundation
import TestPeers
import TestSupport
import Testing

/// A PostgreSQL database that others got at while a server runs: guests, balancers, the operator and the commands are
/// told the same, and the log has one line when it begins and one when it is over.
@Suite struct DatabaseFaultTests {
    @Test(arguments: DatabaseFault.allCases) func everybodyIsToldTheSameAndTheOperatorOnce(
        _ fault: DatabaseFault
    ) async throws {
        let (scratch, ordered) = (try Scratch(), try OrderedDish())
        let postgreSQL = try await onOwnThread { try PostgreSQLServer.shared.get() }
        let name = try postgreSQL.newDatabase()
        let address = postgreSQL.address(of: name)
        let server = try await ServingProgram.banchan(database: address, environment: scratch.environment)
        #expect(try await server.place(ordered.order(), key: UUID())?.status == 201)
        let held = try await onOwnThread { try fault.begin(in: name, of: postgreSQL) }

        func run(_ command: String) async throws -> (end: ProgramEnd, output: String, complaints: String) {
            try await RunningProgram(
                Built.banchan, [command, "--database", address], environment: scratch.environment
            ).ended()
        }
        let key = UUID()
        async let doctor = run("doctor")
        #expect(try await server.place(ordered.order(), key: key)?.status == 503)
        let ready = try await ask(server.url, "ready")
        #expect(ready.status == 503)
        #expect(try ready.texts["status"] == fault.status)
        #expect(try ready.texts["error"]?.contains(fault.sentence) == true)
        #expect(ready["Retry-After"] != nil)
        #expect(try await server.place(ordered.order(), key: key)?.status == 503)
        #expect(try await doctor.end.status == 1)
        // The report is wrapped to the width of a terminal.
        let words = try await doctor.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains(fault.reason), "\(words)")
        if fault.stopsReaders {
            let orders = try await run("orders")
            #expect(orders.end.status != 0)
            #expect(orders.complaints.contains(fault.reason), "\(orders.complaints)")
        }

        try await onOwnThread { try fault.end(in: name, of: postgreSQL, held) }
        try await server.becomesHealthy()
        #expect(try await server.place(ordered.order(), key: key)?.status == 201)
        #expect(try await server.place(ordered.order(), key: key)?.status == 200)
        let ended = try await server.stop()
        #expect(ended.end == .fine)
        let lines = ended.complaints.split(separator: "\n")
        #expect(lines.count == 2, "\(ended.complaints)")
        #expect(lines.first?.contains("Orders are refused, since \(fault.reason)") == true)
        #expect(lines.last?.hasSuffix("The orders can be kept again.") == true)
    }

    @Test func whenAStandbyTakesOverOrdersGoOnAndNothingIsThereTwice() async throws {
        let (scratch, ordered) = (try Scratch(), try OrderedDish())
        let original = try await onOwnThread { try PostgreSQLServer(settings: ["synchronous_standby_names='copy'"]) }
        let copy = try await onOwnThread { try PostgreSQLServer(copyOf: original) }
        let name = try original.newDatabase()
        let address = "postgres://banchan@127.0.0.1:\(original.port),127.0.0.1:\(copy.port)/\(name)"
        let server = try await ServingProgram.banchan(database: address, environment: scratch.environment)
        var keys = (0..<5).map { _ in UUID() }
        for key in keys { #expect(try await server.place(ordered.order(), key: key)?.status == 201) }
        try await onOwnThread { try original.kill() }
        keys.append(UUID())
        #expect(try await server.place(ordered.order(), key: keys[5])?.status == 503)
        #expect(try await server.health().status == 503)
        try await onOwnThread { try copy.promote() }
        try await server.becomesHealthy()
        for (index, key) in keys.enumerated() {
            #expect(try await server.place(ordered.order(), key: key)?.status == (index < 5 ? 200 : 201))
        }
        #expect(try await SharedShop.orders(in: copy.address(of: name)).count == keys.count)
        let ended = try await server.stop()
        #expect(ended.end == .fine)
        let lines = ended.complaints.split(separator: "\n")
        #expect(lines.count == 2, "\(ended.complaints)")
        #expect(lines.first?.contains("the database server does not answer") == true)
        #expect(lines.last?.hasSuffix("The orders can be kept again.") == true)
    }
}

/// What happens to the database.
enum DatabaseFault: CaseIterable {
    case readOnly, columnDropped, locked

    var status: String {
        switch self {
        case .readOnly: "ledger_read_only"
        case .columnDropped: "ledger_changed"
        case .locked: "ledger_locked"
        }
    }

    /// What guests are told.
    var sentence: String {
        switch self {
        case .readOnly: "can only be read right now"
        case .columnDropped: "Somebody changed the shop's order book"
        case .locked: "Another program is using"
        }
    }

    /// What the operator is told.
    var reason: String {
        switch self {
        case .readOnly: "the database server is read-only"
        case .columnDropped: "somebody changed the database's tables (orders.who): postgres://"
        case .locked: "another program holds the database, psql (process "
        }
    }

    /// Whether orders cannot even be listed.
    var stopsReaders: Bool { self != .locked }

    func begin(in database: String, of server: PostgreSQLServer) throws -> HeldTransaction? {
        switch self {
        case .readOnly:
            try server.run("ALTER DATABASE \(database) SET default_transaction_read_only = on", in: "postgres")
            try server.endSessions(of: database)
            return nil
        case .columnDropped:
            try server.run("ALTER TABLE banchan.orders DROP who", in: database)
            return nil
        case .locked: return try HeldTransaction("LOCK TABLE banchan.orders IN SHARE MODE", in: database, of: server)
        }
    }

    func end(in database: String, of server: PostgreSQLServer, _ held: HeldTransaction?) throws {
        switch self {
        case .readOnly:
            try server.run("ALTER DATABASE \(database) RESET default_transaction_read_only", in: "postgres")
        case .columnDropped:
            try server.run("ALTER TABLE banchan.orders ADD who text NOT NULL DEFAULT ''", in: database)
        case .locked: held?.end()
        }
    }
}
