import Foundation

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
        guard let program = Wrk.path else { throw MeasuringError.missing("wrk") }
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
            guard let answers = Answers(text) else { throw MeasuringError.strangeAnswer(text) }
            return answers
        }
    }
}
