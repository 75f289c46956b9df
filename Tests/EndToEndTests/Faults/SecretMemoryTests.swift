import Domain
import Foundation
import Testing

/// What other processes can see of a process that holds secrets.
@Suite struct SecretMemoryTests {
    private static let secrets = [
        "BANCHAN_KEEPER_TOKEN": "hunter2", "BANCHAN_WEBHOOK_URL": "http://127.0.0.1:1/hunter2",
    ]

    @Test func aServerHasNoSecretInItsEnvironment() async throws {
        let scratch = try Scratch()
        let server = try await ServingProgram.banchan(
            database: scratch.url.appending(path: "shop.sqlite").path,
            environment: scratch.environment.merging(SecretMemoryTests.secrets) { $1 })
        // The server has read the secrets all the same.
        let orders = ["orders", "--server", server.url.absoluteString]
        #expect(try await runWithoutTerminal(orders, environment: SecretMemoryTests.secrets).status == 0)
        // If the environment cannot be read, there is nothing to check.
        if let environment = SecretMemoryTests.environment(of: server.program) {
            #expect(environment.contains("XDG_DATA_HOME=\(scratch.url.path)"))
            #expect(!environment.contains("hunter2"))
        }
        #expect(try await server.stop().end == .fine)
    }

    @Test func aClientHasNoSecretInItsEnvironment() async throws {
        let scratch = try Scratch()
        let secrets = scratch.environment.merging(SecretMemoryTests.secrets) { $1 }
        let database = scratch.url.appending(path: "shop.sqlite").path
        let server = try await ServingProgram.banchan(database: database, environment: secrets)
        #expect(try await server.place(OrderedDish().order(), key: UUID())?.status == 201)
        let client = try RunningProgram(
            Built.banchan, ["orders", "--follow", "--json", "--server", server.url.absoluteString],
            environment: secrets)
        #expect(try await client.line(0).contains("지훈"))
        let environment = try #require(SecretMemoryTests.environment(of: client))
        #expect(environment.contains("XDG_DATA_HOME=\(scratch.url.path)"))
        #expect(!environment.contains("hunter2"))
        client.signal(SIGINT)
        _ = try await client.ended()
        #expect(try await server.stop().end == .fine)
    }

    @Test func aServerThatIsAbortedLeavesNoCore() async throws {
        let scratch = try Scratch()
        let wanted = "cd '\(scratch.url.path)' && ulimit -S -c $(ulimit -H -c)"
        // Find out whether this system writes core files here at all.
        let control = try RunningProgram("/bin/sh", ["-c", "\(wanted); kill -ABRT $$"], environment: [:])
        _ = try await control.ended()
        let cores = try SecretMemoryTests.cores(in: scratch)
        for core in cores { try FileManager.default.removeItem(at: scratch.url.appending(path: core)) }

        let server = try await ServingProgram(
            "/bin/sh", ["-c", "\(wanted); exec '\(Built.banchan)' serve --port 0"],
            environment: scratch.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 })
        let limits = try String(contentsOfFile: "/proc/\(server.program.identifier)/limits", encoding: .utf8)
        #expect(limits.contains(#/Max core file size +0 +0 +bytes/#))
        server.program.signal(SIGABRT)
        #expect(try await server.program.ended().end == ProgramEnd(status: SIGABRT, isSignal: true))
        #expect(try SecretMemoryTests.cores(in: scratch).isEmpty)
    }

    @Test(.enabled(if: geteuid() != 0, "root may look into every process"))
    func theMemoryOfAServerIsHiddenFromOtherProcessesOfItsUser() async throws {
        let scratch = try Scratch()
        let server = try await ServingProgram.banchan(
            database: scratch.url.appending(path: "shop.sqlite").path, environment: scratch.environment)
        #expect(open("/proc/\(server.program.identifier)/mem", O_RDONLY) < 0)
        #expect(try await server.stop().end == .fine)
    }

    /// Returns the environment of the process as the kernel shows it, or `nil` if it does not.
    private static func environment(of program: RunningProgram) -> String? {
        let file = URL(filePath: "/proc/\(program.identifier)/environ")
        return (try? Data(contentsOf: file)).map { String(decoding: $0, as: UTF8.self) }
    }

    private static func cores(in scratch: Scratch) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: scratch.url.path).filter { $0.hasPrefix("core") }
    }
}
