import Foundation

/// A PgBouncer in front of a PostgreSQL server. It is killed when the process that started it ends, however that happens.
public final class PgBouncer: Sendable {
    /// What a client keeps one of the server's sessions for.
    public enum Pooling: String, Sendable {
        case session, transaction, statement
    }

    private static let program = "/usr/sbin/pgbouncer"
    /// The number of the server's sessions: fewer than clients, unless each keeps its own.
    private static let poolSizes: [Pooling: Int] = [.session: 40, .transaction: 3, .statement: 3]

    public static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: program) }

    public let port: Int
    /// The write end is held open by this process; when it is closed, the program is killed.
    private let lifeline = Pipe()
    private let output = Pipe()

    /// Arguments: the program, its directory, its port, the server's port, the mode, and the size of a pool.
    private static let script = #"""
        set -eu
        program=$1 directory=$2 port=$3 server=$4 mode=$5 size=$6
        as=
        if [ "$(id -u)" = 0 ]; then as='setpriv --reuid=postgres --regid=postgres --init-groups --inh-caps=-all'; fi
        mkdir -p "$directory"
        chmod 755 "$directory"
        echo '"banchan" ""' > "$directory/users"
        cat > "$directory/pgbouncer.ini" << END
        [databases]
        * = host=127.0.0.1 port=$server
        [pgbouncer]
        listen_addr = 127.0.0.1
        listen_port = $port
        unix_socket_dir =
        auth_type = trust
        auth_file = $directory/users
        pool_mode = $mode
        default_pool_size = $size
        server_login_retry = 0.05
        END
        start() {
            $as "$program" -q "$directory/pgbouncer.ini" < /dev/null > /dev/null 2>&1 &
            bouncer=$!
            until (exec 3<> "/dev/tcp/127.0.0.1/$port") 2> /dev/null; do
                kill -0 "$bouncer"
                sleep 0.01
            done
            echo ready
        }
        stop() {
            kill -KILL "$bouncer" 2> /dev/null || true
            wait "$bouncer" 2> /dev/null || true
        }
        start
        while read -r line; do
            stop
            start
        done
        stop
        rm -rf "$directory"
        """#

    /// Starts PgBouncer and returns once it accepts connections.
    public init(before server: PostgreSQLServer, pooling: Pooling = .transaction) throws {
        port = try FreePort.find()
        _ = fcntl(lifeline.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
        let directory = FileManager.default.temporaryDirectory.appending(path: "banchan-pgbouncer-\(UUID().uuidString)")
        let process = Process()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = [
            "-c", PgBouncer.script, "pgbouncer", PgBouncer.program, directory.path, "\(port)", "\(server.port)",
            pooling.rawValue, "\(PgBouncer.poolSizes[pooling] ?? 1)",
        ]
        process.environment = ["PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C"]
        (process.standardInput, process.standardOutput, process.standardError) = (
            lifeline, output, FileHandle.nullDevice
        )
        try process.run()
        try lifeline.fileHandleForReading.close()
        try waitUntilReady()
    }

    deinit { try? lifeline.fileHandleForWriting.close() }

    /// Kills it and starts it again; returns once it accepts connections.
    public func restart() throws {
        try lifeline.fileHandleForWriting.write(contentsOf: Data("restart\n".utf8))
        try waitUntilReady()
    }

    private func waitUntilReady() throws {
        guard output.fileHandleForReading.availableData == Data("ready\n".utf8) else {
            throw PostgreSQLServerError(description: "PgBouncer did not start")
        }
    }

    /// The URL of a database of the server's, as a store takes it.
    public func address(of database: String) -> String { "postgres://banchan@127.0.0.1:\(port)/\(database)" }
}
