import ArgumentParser
import Foundation

/// A report that can be written as Markdown and as JSON.
protocol EncodableReport: Encodable {
    /// The tables in Markdown.
    var markdown: String { get }
}

/// The options for where and how a report is written.
struct ReportFiles: ParsableArguments {
    @Option(help: ArgumentHelp("Write the report there as well, as Markdown and as JSON.", valueName: "dir"))
    var output: String?
    @Flag(help: "Print all figures as JSON.")
    var json = false

    /// Prints a report, and writes `name.md` and `name.json` if an output directory is given.
    func write(_ report: some EncodableReport, as name: String) throws {
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
