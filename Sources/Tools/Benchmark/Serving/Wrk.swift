import Foundation

/// wrk, which asks a server on loopback the same again and again on connections that stay open.
struct Wrk: Sendable {
    let connections: Int
    let seconds: Int
    private static let threads = 2

    static var path: String? { InstalledProgram.path(of: "wrk") }

    /// What a run came to.
    struct Answers: Codable, Equatable, Sendable {
        let requestsPerSecond: Double
        /// Milliseconds until the answer was there, of 99 in a hundred requests.
        let latency: Double?

        /// Reads what wrk prints; `nil` where it says nothing, or that requests failed.
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

        /// Such as `850.00us`, `1.21ms` or `2.00s`.
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
