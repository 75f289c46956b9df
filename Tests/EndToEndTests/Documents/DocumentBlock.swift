import Foundation
import Testing

/// A fenced block of a document.
struct DocumentBlock: CustomTestStringConvertible, Sendable {
    /// The heading above it, with its marks.
    let heading: String
    /// What stands behind the fence, such as `sh`.
    let language: String
    /// Its lines, without what indents all of them.
    let text: String
    /// The line of its fence, counted from 1.
    let line: Int

    var testDescription: String { "line \(line), \(heading)" }
}

/// What stands in a document, as far as it tells what is done.
enum DocumentPart: Sendable {
    case block(DocumentBlock)
    /// A remark that readers do not see: `<!-- walk: … -->`.
    case mark(String)
    /// The rows of a table below its head, as texts of their cells.
    case table(head: [String], rows: [[String]])
}

extension Document {
    /// The parts below a heading, up to the next one of the same or a higher level; all of the document without one.
    func parts(below heading: String? = nil) -> [DocumentPart] {
        var reader = PartReader()
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) { reader.read(line) }
        let all = reader.ended()
        guard let heading else { return all.map(\.part) }
        let level = heading.prefix { $0 == "#" }.count
        let start = all.drop { $0.heading != heading }
        return start.prefix { $0.heading == heading || $0.heading.prefix { $0 == "#" }.count > level }.map(\.part)
    }

    /// All fenced blocks.
    var blocks: [DocumentBlock] {
        parts().compactMap { part in
            guard case .block(let block) = part else { return nil }
            return block
        }
    }
}

/// Reads a document line by line.
private struct PartReader {
    private var parts: [(heading: String, part: DocumentPart)] = []
    private var heading = ""
    private var number = 0
    private var block: (language: String, indent: Int, line: Int, lines: [String])?
    private var table: [[String]] = []

    mutating func read(_ line: Substring) {
        number += 1
        if block != nil { return readInBlock(line) }
        if !line.hasPrefix("|") { endTable() }
        let text = line.drop { $0 == " " }
        if text.hasPrefix("```") {
            block = (String(text.dropFirst(3)), line.count - text.count, number, [])
        } else if line.hasPrefix("#") {
            heading = String(line)
        } else if line.hasPrefix("|") {
            table.append(line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) })
        } else if let mark = line.wholeMatch(of: /<!-- walk: (.*) -->/) {
            parts.append((heading, .mark(String(mark.1))))
        }
    }

    private mutating func readInBlock(_ line: Substring) {
        guard let open = block else { return }
        if line.drop(while: { $0 == " " }) == "```" {
            let text = open.lines.joined(separator: "\n")
            parts.append(
                (
                    heading,
                    .block(DocumentBlock(heading: heading, language: open.language, text: text, line: open.line))
                ))
            block = nil
        } else {
            block?.lines.append(String(line.dropFirst(open.indent)))
        }
    }

    private mutating func endTable() {
        if let head = table.first { parts.append((heading, .table(head: head, rows: Array(table.dropFirst(2))))) }
        table = []
    }

    mutating func ended() -> [(heading: String, part: DocumentPart)] {
        endTable()
        return parts
    }
}
