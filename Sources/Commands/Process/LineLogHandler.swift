import Foundation
import Logging

enum LogFormat: String, CaseIterable, Sendable {
    /// Problems only, as sentences.
    case plain
    /// Problems as sentences, and a line for each request.
    case text
    /// Problems and requests as JSON, one object per line.
    case json
}

/// A log handler that writes each event to standard error, on one line.
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
        // Ignore errors: standard error may be closed.
        try? FileHandle.standardError.write(contentsOf: Data((format == .json ? line.json : line.text).utf8))
    }
}

/// A log event in its printable forms.
struct LogLine {
    let time: Date
    let level: Logger.Level
    let message: String
    let details: Logger.Metadata

    /// A JSON object with sorted keys, followed by a newline.
    var json: String {
        var object: [String: String] = ["time": timeText, "level": level.rawValue, "message": message]
        for (name, value) in details { object[name] = "\(value)" }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let data = (try? encoder.encode(object)) ?? Data()
        return String(decoding: data, as: UTF8.self) + "\n"
    }

    /// The time, the level, the message and `name=value` for everything else, followed by a newline.
    var text: String {
        let pairs = details.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }
        return "\(timeText) \(level.rawValue) \(message)\(pairs.joined())\n"
    }

    private var timeText: String {
        time.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }
}
