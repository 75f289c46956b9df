import Domain
import Foundation
import NIOConcurrencyHelpers
import TestSupport
import Testing

/// A program that runs during a test, with pipes instead of a terminal. It is killed on deinitialization.
final class RunningProgram: Sendable {
    private let process: NIOLockedValueBox<Process>
    private let output: Reading
    private let complaints: Reading

    let identifier: Int32

    init(_ path: String, _ arguments: [String], environment: [String: String]) throws {
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        process.environment = ["LANG": "C.UTF-8", "TERM": "xterm"].merging(environment) { $1 }
        let (out, err) = (Pipe(), Pipe())
        (process.standardInput, process.standardOutput, process.standardError) = (FileHandle.nullDevice, out, err)
        try process.run()
        identifier = process.processIdentifier
        output = Reading(out.fileHandleForReading)
        complaints = Reading(err.fileHandleForReading)
        self.process = NIOLockedValueBox(process)
    }

    deinit { process.withLockedValue { if $0.isRunning { kill(identifier, SIGKILL) } } }

    /// Waits for the first line of output, such as a server's URL. Throws if the program ends without one.
    func firstLine() async throws -> String { try await line(0) }

    /// Waits for line `number` of the output, counted from 0. If the program ends without it, the failure has what it
    /// complained of.
    func line(_ number: Int) async throws -> String {
        try await onOwnThread { [output, complaints] in
            do throws(ProgramEndedEarly) { return try output.line(number) } catch {
                throw ProgramEndedEarly(said: error.said + complaints.all)
            }
        }
    }

    /// Waits for line `number` of the error output, counted from 0.
    func complaint(_ number: Int) async throws -> String {
        try await onOwnThread { [complaints] in try complaints.line(number) }
    }

    func signal(_ number: Int32) { kill(identifier, number) }

    /// Waits until the program has ended, and returns all its output.
    func ended() async throws -> (end: ProgramEnd, output: String, complaints: String) {
        try await onOwnThread { [self] in
            let said = (output.all, complaints.all)
            let end = process.withLockedValue { process in
                process.waitUntilExit()
                return ProgramEnd(
                    status: process.terminationStatus, isSignal: process.terminationReason == .uncaughtSignal)
            }
            return (end, said.0, said.1)
        }
    }
}

struct ProgramEnd: Equatable, Sendable {
    let status: Int32
    let isSignal: Bool

    static let killed = ProgramEnd(status: SIGKILL, isSignal: true)
    static let fine = ProgramEnd(status: 0, isSignal: false)
}

/// Reads a pipe in the background and keeps everything.
private final class Reading: Sendable {
    private let content = NIOLockedValueBox<(data: Data, isOver: Bool)>((Data(), false))
    private let arrivals = DispatchSemaphore(value: 0)

    init(_ handle: FileHandle) {
        Thread.detachNewThread { [self] in
            while true {
                let piece = handle.availableData
                content.withLockedValue { content in
                    content.data += piece
                    content.isOver = piece.isEmpty
                }
                arrivals.signal()
                if piece.isEmpty { return }
            }
        }
    }

    /// Blocks until the line is complete, and returns it.
    func line(_ number: Int) throws(ProgramEndedEarly) -> String {
        while true {
            let (data, isOver) = content.withLockedValue(\.self)
            let lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            if lines.count > number + 1 { return String(decoding: lines[number], as: UTF8.self) }
            guard !isOver else { throw ProgramEndedEarly(said: String(decoding: data, as: UTF8.self)) }
            arrivals.wait()
        }
    }

    /// Blocks until the end of file, and returns everything.
    var all: String {
        while true {
            let (data, isOver) = content.withLockedValue(\.self)
            if isOver { return String(decoding: data, as: UTF8.self) }
            arrivals.wait()
        }
    }
}

struct ProgramEndedEarly: Error { let said: String }

/// A shop's server in its own process.
struct ServingProgram: Sendable {
    let program: RunningProgram
    let url: URL

    /// Starts `banchan serve` on a free port and waits until it is ready.
    static func banchan(
        database: String, _ arguments: [String] = [], environment: [String: String]
    ) async throws -> ServingProgram {
        try await ServingProgram(
            Built.banchan, ["serve", "--port", "0", "--database", database] + arguments, environment: environment)
    }

    init(_ path: String, _ arguments: [String], environment: [String: String]) async throws {
        program = try RunningProgram(path, arguments, environment: environment)
        url = try #require(URL(string: try await program.firstLine()))
    }

    /// Places an order and returns the status and the order, or `nil` if the server ended before it answered.
    func place(_ order: OrderRequest, key: UUID) async throws -> (status: Int, order: Order?)? {
        let (fields, body) = (["Idempotency-Key": key.uuidString], try JSONEncoder().encode(order))
        guard let reply = try? await TestSupport.ask(url, "orders", method: "POST", fields: fields, body: body) else {
            return nil
        }
        return (reply.status, try? JSONDecoder().decode(Order.self, from: reply.body))
    }

    /// Asks the server to stop, and waits until it has.
    func stop() async throws -> (end: ProgramEnd, output: String, complaints: String) {
        program.signal(SIGTERM)
        return try await program.ended()
    }
}
