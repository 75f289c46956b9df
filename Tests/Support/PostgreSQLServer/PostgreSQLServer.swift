import Foundation
import Glibc

/// A PostgreSQL 15 of the tests' own: in a scratch directory, on a port of loopback and a socket of its own, as a user
/// that is not root. It ends, and its files go, with the process that started it, however that ends.
public final class PostgreSQLServer: Sendable {
    /// One that all tests share, each with a database of its own. It does not wait for the disk: what a process that is
    /// killed has written is there all the same.
    public static let shared = Result { try PostgreSQLServer(settings: ["fsync=off", "max_connections=400"]) }

    /// The role that needs a password, and the password.
    public static let guarded = (user: "guarded", password: "geheim-geheim")

    public let port: Int
    private let directory: URL
    /// The end of a pipe: when it is closed, the server ends.
    private let lifeline: Pipe

    /// Makes and starts one. Takes some seconds.
    public convenience init(settings: [String] = []) throws {
        try self.init { directory, port in
            let options =
                ["port=\(port)", "listen_addresses='127.0.0.1'", "dynamic_shared_memory_type=mmap"] + settings
            try PostgreSQLCommand.run("make", directory, options)
        }
    }

    /// Makes and starts a copy that follows `original`, and that can be read but not written.
    public convenience init(copyOf original: PostgreSQLServer) throws {
        try self.init { directory, port in
            try PostgreSQLCommand.run(
                "copy", directory, [original.directory.path, String(original.port), String(port)])
        }
    }

    private init(make: (_ directory: URL, _ port: Int) throws -> Void) throws {
        port = try FreePort.find()
        directory = PostgreSQLServer.place.appending(path: "banchan-postgresql-\(UUID().uuidString)")
        lifeline = Pipe()
        // Nobody whom this process starts besides, such as what tells of its crash, is to keep the server alive.
        _ = fcntl(lifeline.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
        let watch = PostgreSQLCommand.process("watch", directory, [])
        (watch.standardInput, watch.standardOutput, watch.standardError) = (
            lifeline, FileHandle.nullDevice, FileHandle.nullDevice
        )
        try watch.run()
        try lifeline.fileHandleForReading.close()
        try make(directory, port)
        try start()
    }

    deinit { try? lifeline.fileHandleForWriting.close() }

    /// Memory, where that has room for all of them: each database of a test is some 300 files.
    private static var place: URL {
        let memory = URL(filePath: "/dev/shm", directoryHint: .isDirectory)
        let room = try? FileManager.default.attributesOfFileSystem(forPath: memory.path)[.systemFreeSize] as? Int
        let isRoomy = (room ?? 0) >= 4 << 30 && FileManager.default.isWritableFile(atPath: memory.path)
        return isRoomy ? memory : FileManager.default.temporaryDirectory
    }

    /// Starts it again after a stop, and returns once it answers.
    public func start() throws { try PostgreSQLCommand.run("start", directory, []) }

    /// Ends it as an administrator does who waits for nobody's connection.
    public func stop() throws { try PostgreSQLCommand.run("stop", directory, ["fast"]) }

    /// Kills all of its processes at once.
    public func kill() throws { try PostgreSQLCommand.run("kill", directory, []) }

    /// Makes a copy the original, which takes what is written from then on.
    public func promote() throws { try PostgreSQLCommand.run("promote", directory, []) }

    /// Has it encrypt, as `localhost`; the path of its certificate.
    public func encrypt() throws -> String {
        try PostgreSQLCommand.run("encrypt", directory, [])
        return directory.appending(path: "server.crt").path
    }

    /// Has all of its processes hang, and go on.
    public func hang() throws { try PostgreSQLCommand.run("signal", directory, ["STOP"]) }
    public func goOn() throws { try PostgreSQLCommand.run("signal", directory, ["CONT"]) }

    /// Makes a database of its own for a test, and returns its name.
    public func newDatabase() throws -> String {
        let name = "shop_\(UUID().uuidString.lowercased().filter { $0 != "-" })"
        try run("CREATE DATABASE \(name)", in: "postgres")
        return name
    }

    /// Runs SQL as the database's owner, and returns its rows as lines.
    @discardableResult
    public func run(_ sql: String, in database: String) throws -> String {
        try PostgreSQLCommand.run("sql", directory, [String(port), database, sql])
    }

    /// Where a store finds the database.
    public func address(of database: String, user: String = "banchan") -> String {
        "postgres://\(user)@127.0.0.1:\(port)/\(database)"
    }
}

/// What went wrong with it.
public struct PostgreSQLServerError: Error, CustomStringConvertible {
    public let description: String
}
