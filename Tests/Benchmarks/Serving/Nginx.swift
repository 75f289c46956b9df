import Foundation
import TestPeers

/// An nginx that serves one file on loopback, with Debian's configuration but without an access log.
struct Nginx {
    let port: UInt16
    private let process: Process

    static var path: String? { InstalledProgram.path(of: "nginx") }

    /// Serves `body` at `/path`, and ends with `run`.
    init(serving body: Data, at path: String, in run: RunDirectory) throws {
        guard let program = Nginx.path else { throw MeasuringProblem("nginx is not installed") }
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
                throw MeasuringProblem("nginx does not listen")
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

/// Runs wrk, which repeats one request to a server on loopback over keep-alive connections.
struct Wrk: Sendable {
    let connections: Int
    let seconds: Int
    private static let threads = 2

    static var path: String? { InstalledProgram.path(of: "wrk") }

    /// The result of a run.
    struct Answers: Codable, Equatable, Sendable {
        let requestsPerSecond: Double
        /// The 99th percentile of latency, in milliseconds.
        let latency: Double?

        /// Parses wrk's output. Returns `nil` if it has no rate, or reports failed requests.
        init?(_ output: String) {
            func value(_ name: String) -> Substring? {
                output.split(separator: "\n").map { $0.drop { $0 == " " } }.first { $0.hasPrefix(name) }?
                    .dropFirst(name.count).drop { $0 == " " }
            }
            guard value("Non-2xx") == nil, value("Socket errors:") == nil,
                let rate = value("Requests/sec:").flatMap({ Double($0) })
            else { return nil }
            requestsPerSecond = rate
            latency = value("99%").flatMap(Answers.milliseconds)
        }

        /// Parses a duration such as `850.00us`, `1.21ms` or `2.00s`.
        private static func milliseconds(_ text: Substring) -> Double? {
            let number = text.prefix { $0.isNumber || $0 == "." }
            let factors = ["us": 0.001, "ms": 1.0, "s": 1_000.0]
            guard let value = Double(number), let factor = factors[String(text.dropFirst(number.count))] else {
                return nil
            }
            return value * factor
        }
    }

    func ask(_ path: String, port: UInt16, fields: [String] = [], in run: RunDirectory) async throws -> Answers {
        guard let program = Wrk.path else { throw MeasuringProblem("wrk is not installed") }
        let options =
            ["--threads", "\(min(connections, Wrk.threads))", "--connections", "\(connections)"]
            + ["--duration", "\(seconds)s", "--latency"] + fields.flatMap { ["--header", $0] }
        return try await onOwnThread {
            let process = run.process(program, options + ["http://127.0.0.1:\(port)/\(path)"])
            let output = Pipe()
            (process.standardOutput, process.standardError) = (output, output)
            try process.run()
            let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            guard let answers = Answers(text) else { throw MeasuringProblem(text) }
            return answers
        }
    }
}
