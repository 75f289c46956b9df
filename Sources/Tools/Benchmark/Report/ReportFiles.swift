import ArgumentParser
import Foundation

/// What a measurement came to, for people and for programs.
protocol WrittenReport: Encodable {
    /// Tables in Markdown.
    var markdown: String { get }
}

/// Where a report is written, besides being printed.
struct ReportFiles: ParsableArguments {
    @Option(help: ArgumentHelp("Write the report there as well, as Markdown and as JSON.", valueName: "dir"))
    var output: String?
    @Flag(help: "Print all figures as JSON.")
    var json = false

    /// Prints a report, and writes `name.md` and `name.json`.
    func write(_ report: some WrittenReport, as name: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        let figures = try encoder.encode(report)
        print(json ? String(decoding: figures, as: UTF8.self) : report.markdown)
        guard let output else { return }
        let directory = URL(filePath: output)
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        try Data("\(report.markdown)\n".utf8).write(to: directory.appending(component: "\(name).md"))
        try figures.write(to: directory.appending(component: "\(name).json"))
    }
}
