import Canvas
import Foundation
import Testing

@testable import ShopApp

/// A screen of the program in every size and language, recorded as a text file in `Tests/Screens`.
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

    /// The expected contents of the file.
    var text: String {
        sizes.flatMap(lines).joined(separator: "\n") + "\n"
    }

    private func lines(in size: Size) -> [String] {
        let title = "== \(size.width)x\(size.height)"
        let colored = state(size, .indexed)
        let plain = state(size, .none)
        let (korean, colorless) = (Fixture.frame(colored), Fixture.frame(plain))
        return ["\(title) Korean"] + CellText(korean, hasColors: true).lines + ["\(title) English"]
            + CellText(Fixture.frame(colored, .english), hasColors: true).lines + ["\(title) Korean, NO_COLOR"]
            + lines(of: colorless, beside: korean)
    }

    /// Returns the lines without colours. Most screens differ only in their inks, which is recorded as a single line.
    private func lines(of colorless: Frame, beside colored: Frame) -> [String] {
        let alike = ["as with colours, without inks"]
        if colorless == colored { return alike }
        let cells = CellText(colorless, hasColors: false)
        return cells == CellText(colored, hasColors: false) ? alike : cells.lines
    }
}

// Reading and writing the files.
extension ScreenFile {
    static let directory = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Screens")

    /// `swift test --filter Screens` with this variable set rewrites the files.
    static let writes = ProcessInfo.processInfo.environment["BANCHAN_WRITE_SCREENS"]?.isEmpty == false

    var url: URL { ScreenFile.directory.appending(path: name + ".txt") }

    /// The contents of the file, or `nil` if it does not exist.
    var recorded: String? { try? String(contentsOf: url, encoding: .utf8) }

    func write() throws {
        try FileManager.default.createDirectory(at: ScreenFile.directory, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
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
