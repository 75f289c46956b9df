import Foundation
import Logging

/// How the program says what happens.
enum LogFormat: String, CaseIterable, Sendable {
    /// Sentences about what is wrong, and nothing else.
    case plain
    /// The same, and a line for each request.
    case text
    /// Both as JSON: an object on a line.
    case json
}

/// Writes what is logged to standard error, a line each.
struct LineLogHandler: LogHandler {
    let format: LogFormat
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?
    var logLevel = Logger.Level.info

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let line = LogLine(
            time: .now, level: event.level, message: "\(event.message)",
            details: metadata.merging(event.metadata ?? [:]) { $1 })
        // Nobody may be listening any more.
        try? FileHandle.standardError.write(contentsOf: Data((format == .json ? line.json : line.text).utf8))
    }
}

/// What is logged, as text.
struct LogLine {
    let time: Date
    let level: Logger.Level
    let message: String
    let details: Logger.Metadata

    /// One object, its keys in their order, and a line's end.
    var json: String {
        var object: [String: String] = ["time": timeText, "level": level.rawValue, "message": message]
        for (name, value) in details { object[name] = "\(value)" }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let data = (try? encoder.encode(object)) ?? Data()
        return String(decoding: data, as: UTF8.self) + "\n"
    }

    /// Time, level, message and `name=value` for everything else.
    var text: String {
        let pairs = details.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }
        return "\(timeText) \(level.rawValue) \(message)\(pairs.joined())\n"
    }

    private var timeText: String {
        time.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }
}
