import FaultyPeer
import Foundation

/// An nginx that serves one file on loopback, with Debian's configuration but without an access log.
struct Nginx {
    let port: UInt16
    private let process: Process

    static var path: String? { InstalledProgram.path(of: "nginx") }

    /// Serves `body` at `/path`, and ends with `run`.
    init(serving body: Data, at path: String, in run: RunDirectory) throws {
        guard let program = Nginx.path else { throw MeasuringError.missing("nginx") }
        let directory = run.url.appending(component: "nginx")
        let file = directory.appending(components: "files", path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try body.write(to: file)
        // A free port: the temporary server that found it releases it at once.
        port = try LoopbackServer().port
        let configuration = directory.appending(component: "nginx.conf")
        try Data(Nginx.configuration(directory.path, port: port).utf8).write(to: configuration)
        process = run.process(program, ["-c", configuration.path, "-e", "\(directory.path)/error.log"])
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        try waitUntilItListens()
    }

    func stop() {
        process.terminate()
        process.waitUntilExit()
    }

    private func waitUntilItListens() throws {
        let deadline = ContinuousClock.now + Nginx.startTimeout
        while (try? LoopbackSocket(port: port)) == nil {
            guard process.isRunning, ContinuousClock.now < deadline else {
                throw MeasuringError.strangeAnswer("nginx does not listen")
            }
            usleep(Nginx.pause)
        }
    }

    private static let startTimeout = Duration.seconds(10)
    /// The pause between two attempts, in microseconds.
    private static let pause: UInt32 = 10_000

    private static func configuration(_ directory: String, port: UInt16) -> String {
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map { "\($0)_temp_path \(directory)/\($0);" }.joined(separator: " ")
        return """
            daemon off;
            \(getuid() == 0 ? "user root;" : "")
            worker_processes auto;
            pid \(directory)/nginx.pid;
            error_log \(directory)/error.log;
            events { worker_connections 1024; }
            http {
                access_log off;
                sendfile on;
                tcp_nopush on;
                keepalive_requests 1000000000;
                default_type application/json;
                \(temporary)
                server { listen 127.0.0.1:\(port); root \(directory)/files; }
            }
            """
    }
}
