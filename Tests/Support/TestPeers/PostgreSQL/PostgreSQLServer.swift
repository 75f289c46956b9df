import Foundation
import Glibc

/// A PostgreSQL server for the tests, with its own scratch directory, loopback port and socket. It runs as a user
/// other than root. When the process that started it ends, however that happens, the server is killed and its files are
/// removed.
public final class PostgreSQLServer: Sendable {
    /// The server that all tests share, each with its own database. It runs without fsync: what a killed client has
    /// committed is kept by the server all the same.
    public static let shared = Result { try PostgreSQLServer(settings: ["fsync=off", "max_connections=400"]) }

    /// The role that needs a password, with its password.
    public static let guarded = (user: "guarded", password: "geheim-geheim")

    public let port: Int
    private let directory: URL
    /// The write end is held open by this process; when it is closed, the server is killed.
    private let lifeline: Pipe

    /// Creates and starts a server. Takes some seconds.
    public convenience init(settings: [String] = []) throws {
        try self.init { directory, port in
            let options =
                ["port=\(port)", "listen_addresses='127.0.0.1'", "dynamic_shared_memory_type=mmap"] + settings
            try PostgreSQLCommand.run("make", directory, [PostgreSQLServer.empty.get().url.path] + options)
        }
    }

    /// Creates and starts a read-only standby of `original`.
    public convenience init(copyOf original: PostgreSQLServer) throws {
        try self.init { directory, port in
            try PostgreSQLCommand.run(
                "copy", directory, [original.directory.path, String(original.port), String(port)])
        }
    }

    private init(make: (_ directory: URL, _ port: Int) throws -> Void) throws {
        port = try FreePort.find()
        (directory, lifeline) = try PostgreSQLServer.newDirectory()
        try make(directory, port)
        try start()
    }

    /// The files of a server that was never started, which each new one copies: making them takes a second or two.
    private static let empty = Result {
        let (url, lifeline) = try newDirectory()
        try PostgreSQLCommand.run("init", url, [])
        return (url: url, lifeline: lifeline)
    }

    /// Returns a directory that does not exist yet, and a pipe: when its write end is closed, the server there is killed
    /// and the directory is removed.
    private static func newDirectory() throws -> (url: URL, lifeline: Pipe) {
        let directory = place.appending(path: "banchan-postgresql-\(UUID().uuidString)")
        let lifeline = Pipe()
        // No other child of this process, such as a crash reporter, may inherit the write end and so keep the server
        // alive.
        _ = fcntl(lifeline.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
        let watch = PostgreSQLCommand.process("watch", directory, [])
        (watch.standardInput, watch.standardOutput, watch.standardError) = (
            lifeline, FileHandle.nullDevice, FileHandle.nullDevice
        )
        try watch.run()
        try lifeline.fileHandleForReading.close()
        return (directory, lifeline)
    }

    deinit { try? lifeline.fileHandleForWriting.close() }

    /// The parent directory of the server's: in memory if at least 4 GiB are free there, as each test database has
    /// about 300 files.
    private static var place: URL {
        let memory = URL(filePath: "/dev/shm", directoryHint: .isDirectory)
        let room = try? FileManager.default.attributesOfFileSystem(forPath: memory.path)[.systemFreeSize] as? Int
        let isRoomy = (room ?? 0) >= 4 << 30 && FileManager.default.isWritableFile(atPath: memory.path)
        return isRoomy ? memory : FileManager.default.temporaryDirectory
    }

    /// Starts the server, also after a stop, and returns once it accepts connections.
    public func start() throws { try PostgreSQLCommand.run("start", directory, []) }

    /// Stops the server in PostgreSQL's fast mode, which does not wait for clients to disconnect.
    public func stop() throws { try PostgreSQLCommand.run("stop", directory, ["fast"]) }

    /// Kills all processes of the server at once.
    public func kill() throws { try PostgreSQLCommand.run("kill", directory, []) }

    /// Promotes a standby to primary, so that it accepts writes.
    public func promote() throws { try PostgreSQLCommand.run("promote", directory, []) }

    /// Turns on TLS with a new certificate for `localhost`, and returns the path of the certificate.
    public func encrypt() throws -> String {
        try PostgreSQLCommand.run("encrypt", directory, [])
        return directory.appending(path: "server.crt").path
    }

    /// Stops all processes of the server with SIGSTOP, and resumes them.
    public func hang() throws { try PostgreSQLCommand.run("signal", directory, ["STOP"]) }
    public func goOn() throws { try PostgreSQLCommand.run("signal", directory, ["CONT"]) }

    /// Creates a database for one test and returns its name.
    public func newDatabase() throws -> String {
        let name = "shop_\(UUID().uuidString.lowercased().filter { $0 != "-" })"
        try run("CREATE DATABASE \(name)", in: "postgres")
        return name
    }

    /// Mounts a small disk for databases of the server. Returns `nil` if this user may not mount one.
    public func smallDisk(megabytes: Int) throws -> SmallDisk? {
        let disk = try SmallDisk(
            at: directory.appending(path: "disk-\(UUID().uuidString)"), megabytes: megabytes)
        if let disk { try PostgreSQLCommand.run("own", disk.url, []) }
        return disk
    }

    /// Creates a database on that disk and returns its name.
    public func newDatabase(on disk: SmallDisk) throws -> String {
        let name = "small_\(UUID().uuidString.lowercased().filter { $0 != "-" })"
        try run("CREATE TABLESPACE \(name) LOCATION '\(disk.url.path)/data'", in: "postgres")
        try run("CREATE DATABASE \(name) TABLESPACE \(name)", in: "postgres")
        return name
    }

    /// Runs SQL as the database's owner and returns the rows as lines.
    @discardableResult
    public func run(_ sql: String, in database: String) throws -> String {
        try PostgreSQLCommand.run("sql", directory, [String(port), database, sql])
    }

    /// Ends all sessions of the database, and returns once they have ended.
    public func endSessions(of database: String) throws {
        try run(
            "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = '\(database)'",
            in: "postgres")
    }

    /// Returns psql, not yet started, which takes SQL on its standard input.
    func session(in database: String) -> Process {
        PostgreSQLCommand.process("session", directory, [String(port), database])
    }

    /// The URL of the database, as a store takes it.
    public func address(of database: String, user: String = "banchan") -> String {
        "postgres://\(user)@127.0.0.1:\(port)/\(database)"
    }
}

/// The error of a step that failed.
public struct PostgreSQLServerError: Error, CustomStringConvertible {
    public let description: String
}
