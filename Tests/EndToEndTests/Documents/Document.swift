import Foundation
import Testing

/// A Markdown file of the repository.
struct Document: CustomTestStringConvertible, Sendable {
    /// The path from the repository's root.
    let path: String
    let text: String

    var testDescription: String { path }

    init(_ path: String) throws { self.init(path: path, text: try Repository.text(path)) }

    init(path: String, text: String) {
        self.path = path
        self.text = text
    }

    /// All documents that people read.
    static let all: [Document] = {
        let folders = ["", ".github", "Resources/docs", "Resources/docs/decisions"]
        let paths = folders.flatMap { folder in
            let names = (try? FileManager.default.contentsOfDirectory(atPath: Repository.file(folder).path)) ?? []
            return names.filter { $0.hasSuffix(".md") }.sorted().map { folder.isEmpty ? $0 : "\(folder)/\($0)" }
        }
        return paths.compactMap { try? Document($0) }
    }()
}

// MARK: - Parts
extension Document {
    /// The lines outside and inside fenced blocks of code.
    private var lines: (prose: [Substring], code: [Substring]) {
        var (prose, code) = ([Substring](), [Substring]())
        var fence: Substring?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let mark = line.drop { $0 == " " }
            if mark.hasPrefix("```") {
                fence = fence == nil ? mark.dropFirst(3) : nil
            } else if let fence {
                if fence == "sh" { code.append(line) }
            } else {
                prose.append(line)
            }
        }
        return (prose, code)
    }

    /// The addresses of all links and pictures.
    var links: [String] {
        lines.prose.flatMap { line in
            // Links in code are none.
            let line = line.replacing(/`[^`]*`/, with: "`")
            return line.matches(of: /\]\(([^)\s]+)\)/).map { String($0.1) }
                + line.matches(of: /(?:src|srcset|href)="([^"]+)"/).map { String($0.1) }
        }
    }

    /// The names by which headings can be linked to, as GitHub makes them.
    var anchors: Set<String> {
        var seen: [String: Int] = [:]
        return Set(
            lines.prose.filter { $0.hasPrefix("#") }.map { heading in
                let title = heading.drop { $0 == "#" }.drop { $0 == " " }.lowercased()
                let kept = title.unicodeScalars.filter {
                    $0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "-" || $0 == "_" || $0 == " "
                }
                let anchor = String(String.UnicodeScalarView(kept)).replacing(" ", with: "-")
                defer { seen[anchor, default: 0] += 1 }
                return seen[anchor].map { "\(anchor)-\($0)" } ?? anchor
            })
    }

    /// Everything that stands as code: the lines of blocks for the shell, joined where they go on, and pieces of text.
    var commands: [String] {
        let blocks = lines.code.joined(separator: "\n").replacing("\\\n", with: " ").split(separator: "\n").map {
            // Comments at the end of a line.
            String($0.prefix(upTo: $0.firstRange(of: #/\s+#\x20/#)?.lowerBound ?? $0.endIndex))
        }
        let pieces = lines.prose.flatMap { $0.matches(of: /`([^`]+)`/).map { String($0.1) } }
        return blocks + pieces
    }

    /// The rows of the table that follows a heading, as texts of their cells.
    func table(after heading: String) -> [[String]] {
        let after = text.split(separator: "\n", omittingEmptySubsequences: false).drop { $0 != heading }.dropFirst()
        return after.prefix { !$0.hasPrefix("#") }.filter { $0.hasPrefix("|") }.map { row in
            row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }
}
