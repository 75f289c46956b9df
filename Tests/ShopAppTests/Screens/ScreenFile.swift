import Canvas
import Foundation
import Testing

@testable import ShopApp

/// A screen of the program in every size, recorded as a text file in `Tests/Screens`.
struct ScreenFile: CustomTestStringConvertible, Sendable {
    /// The name of the file.
    let name: String
    let sizes: [Size]
    /// Returns the state of the screen in that size.
    let state: @Sendable (Size, PictureColors) -> ShopState

    static let usualSizes = [(120, 40), (80, 24), (44, 14), (20, 6)].map { Size(width: $0.0, height: $0.1) }

    init(
        _ name: String, sizes: [Size] = ScreenFile.usualSizes,
        state: @escaping @Sendable (Size, PictureColors) -> ShopState
    ) {
        self.name = name
        self.sizes = sizes
        self.state = state
    }

    var testDescription: String { name }

    /// The expected contents of the file: the text in Korean in every size; in one size also the styles and the text in
    /// English, and of a few screens what they are without colours.
    var text: String { sizes.flatMap(lines).joined(separator: "\n") + "\n" }

    /// The size in which styles and English are recorded.
    var mainSize: Size { sizes.contains(ScreenFile.usualSizes[1]) ? ScreenFile.usualSizes[1] : sizes[0] }

    private func lines(in size: Size) -> [String] {
        let title = "== \(size.width)x\(size.height)"
        let state = state(size, .indexed)
        let korean = CellText(Fixture.frame(state), hasColors: true)
        guard size == mainSize else { return ["\(title) Korean"] + korean.lines }
        let english = CellText(Fixture.frame(state, .english), hasColors: true)
        let lines = ["\(title) Korean"] + korean.lines + korean.styleLines + ["\(title) English"] + english.lines
        guard ScreenFile.colorless.contains(name) else { return lines }
        let plain = CellText(Fixture.frame(self.state(size, .none)), hasColors: false)
        return lines + ["\(title) Korean, NO_COLOR"] + plain.lines + plain.styleLines
    }

    /// The screens that are recorded without colours: a list, a page, a card, a machine and a form.
    private static let colorless: Set = [
        "menu-pictures", "dish-pictures", "contact-card-picture", "drinks-pictures", "order",
    ]

    /// The height up to which a screen shows only that it is too small.
    static let tooSmall = 5
}

/// The first and last rows of all screens, each recorded once with the names of the screens that have it: what stands at
/// the edges is the same on most of them.
enum ScreenEdges {
    static let name = "edges"

    static var text: String {
        let screens = ScreenFile.all.flatMap { file in
            file.sizes.filter { $0.height > ScreenFile.tooSmall }.map { (file, $0) }
        }
        var edges = Edges()
        for (file, size) in screens {
            let state = file.state(size, .indexed)
            for words in size == file.mainSize ? [Words.korean, .english] : [.korean] {
                let cells = CellText(Fixture.frame(state, words), hasColors: true)
                let title = "== \(size.width)x\(size.height) \(words.language == .korean ? "Korean" : "English")"
                for (row, edge) in [(0, "top"), (size.height - 1, "bottom")] {
                    let styles = size == file.mainSize && words.language == .korean ? [cells.rowStyles[row]] : []
                    edges.add(file.name, [cells.rows[row]] + styles, under: "\(title), \(edge)")
                }
            }
        }
        return edges.text
    }

    /// The rows under each title, in order of appearance, with the names of their screens.
    private struct Edges {
        private var titles: [String] = []
        private var rows: [String: [(lines: [String], names: [String])]] = [:]

        mutating func add(_ name: String, _ lines: [String], under title: String) {
            if rows[title] == nil { titles.append(title) }
            if let index = rows[title]?.firstIndex(where: { $0.lines == lines }) {
                rows[title]?[index].names.append(name)
            } else {
                rows[title, default: []].append((lines, [name]))
            }
        }

        var text: String {
            var lines: [String] = []
            for title in titles.sorted() {
                lines.append(title)
                for row in rows[title] ?? [] { lines += row.lines + ["  " + row.names.joined(separator: " ")] }
            }
            return lines.joined(separator: "\n") + "\n"
        }
    }
}

// Reading and writing the files.
extension ScreenFile {
    static let directory = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Screens")

    /// `swift test --filter Screens` with this variable set rewrites the files.
    static let writes = ProcessInfo.processInfo.environment["BANCHAN_WRITE_SCREENS"]?.isEmpty == false

    /// Compares the text with the recording in the file with that name, or rewrites it.
    static func expectRecorded(_ text: String, as name: String) throws {
        let url = directory.appending(path: name + ".txt")
        if writes {
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: url)
        }
        let recorded = try #require(try? String(contentsOf: url, encoding: .utf8), "there is no file \(url.path)")
        // Compared outside the expectation, which would print both texts in full.
        let isSame = text == recorded
        #expect(isSame, "\(name) differs:\n\(difference(text, from: recorded))")
    }

    /// Returns the lines in which `text` differs from `recorded`, preceded by the size and language to which they
    /// belong.
    static func difference(_ text: String, from recorded: String) -> String {
        let new = text.split(separator: "\n", omittingEmptySubsequences: false)
        let old = recorded.split(separator: "\n", omittingEmptySubsequences: false)
        var lines: [String] = []
        var title: Substring = ""
        var told: Substring?
        for change in Dictionary(grouping: new.difference(from: old).map { ($0.offset, $0) }, by: \.0).sorted(
            by: { $0.key < $1.key })
        {
            for (offset, change) in change.value {
                title = (change.isRemoval ? old : new).prefix(offset + 1).last { $0.hasPrefix("==") } ?? ""
                if title != told { lines.append(String(title)) }
                told = title
                lines.append("\(change.isRemoval ? "-" : "+") \(change.element)")
            }
        }
        return lines.prefix(maxLines).joined(separator: "\n")
    }

    private static let maxLines = 60
}

extension CollectionDifference.Change where ChangeElement == Substring {
    fileprivate var isRemoval: Bool { if case .remove = self { true } else { false } }
    fileprivate var offset: Int {
        switch self {
        case .insert(let offset, _, _), .remove(let offset, _, _): offset
        }
    }
    fileprivate var element: Substring {
        switch self {
        case .insert(_, let element, _), .remove(_, let element, _): element
        }
    }
}
