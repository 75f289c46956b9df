import Foundation
import TestPeers

/// Runs PostgreSQL's own benchmark with the same statements as the shop's store.
struct Pgbench: Sendable {
    let server: PostgreSQLServer
    let database: String

    /// The path of the program, or `nil` if it is not installed.
    static let program = PostgreSQLPrograms.path(of: "pgbench")

    /// Returns the orders a second of this many clients, each saving `orders` of them in a transaction.
    func rate(for seconds: Int, clients: Int, orders: Int = 1) async throws -> Double {
        try await onOwnThread { [self] in
            let directory = try RunDirectory()
            defer { directory.close() }
            let script = directory.url.appending(component: "orders.sql")
            try Data(OrderScript(orders: orders).text.utf8).write(to: script)
            let output = try run(
                in: directory,
                [
                    "--no-vacuum", "--protocol=prepared", "--file=\(script.path)", "--client=\(clients)",
                    "--jobs=\(min(clients, 2))", "--time=\(seconds)",
                ])
            let rate = output.split(separator: "\n").first { $0.hasPrefix("tps = ") }
            guard let rate = rate.flatMap({ Double($0.split(separator: " ")[2]) }) else {
                throw MeasuringProblem("pgbench does not say how much it did:\n\(output)")
            }
            return rate * Double(orders)
        }
    }

    /// Unblocks `SIGALRM`, which ends pgbench's run: pgbench inherits this thread's signal mask, and tests have the
    /// signal blocked.
    private func unblockAlarm() {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGALRM)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }

    private func run(in directory: RunDirectory, _ options: [String]) throws -> String {
        let values = OrderScript.values.map { "--define=\($0.key)=\($0.value)" }
        guard let program = Pgbench.program else { throw MeasuringProblem("pgbench is not installed") }
        let process = directory.process(program, options + values + [server.address(of: database)])
        let output = Pipe()
        // The settings that the store's connections have, too.
        process.environment = ["PGOPTIONS": "-c search_path=banchan -c plan_cache_mode=force_generic_plan"]
        (process.standardOutput, process.standardError) = (output, output)
        unblockAlarm()
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return text
    }
}
