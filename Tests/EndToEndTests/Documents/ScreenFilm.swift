import TerminalProbe

/// A visit as an animated SVG picture: scenes that follow one another, each with a sentence above the screen. A row that
/// several scenes show is in the file once. It has no scripts and no fonts of its own. Where motion is not wanted or not
/// supported, the first scene stays.
struct ScreenFilm {
    /// What the film shows, for those who do not see it.
    let title: String
    let ground: CellDrawing.Ground
    let scenes: [FilmScene]
    let columns: Int
    let rows: Int

    private static let margin = 12
    /// The height of the strip with the sentence.
    private static let strip = 34

    /// The file.
    var text: String {
        var names: [String: String] = [:]
        var definitions: [String] = []
        for row in scenes.flatMap(\.rows) where !row.isEmpty && names[row] == nil {
            names[row] = "r\(names.count + 1)"
            definitions.append(#"<g id="r\#(names.count)">\#(row)</g>"#)
        }
        let film = head + ["<defs>"] + definitions + ["</defs>"] + window
        return (film + scenes.indices.flatMap { lines(ofScene: $0, names) } + ["</svg>", ""]).joined(separator: "\n")
    }

    private var size: (width: Int, height: Int) {
        (
            columns * CellDrawing.width + 2 * ScreenFilm.margin,
            rows * CellDrawing.height + 2 * ScreenFilm.margin + ScreenFilm.strip
        )
    }

    private var head: [String] {
        let size = size
        return [
            #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \#(size.width) \#(size.height)" width="\#(size.width)" height="\#(size.height)" role="img" \#(CellDrawing.font)>"#,
            "<title>\(CellDrawing.escaped(title))</title>", "<style>",
            ".scene { visibility: hidden }", "#scene-1 { visibility: visible }",
            "text { white-space: pre }", ".sharp, .photograph { shape-rendering: crispEdges }",
            ".sentence { text-anchor: start; fill: \(ground.text) }", ".number { text-anchor: end }",
        ] + motion + ["</style>"]
    }

    /// The frame around the film, and the line below the sentence.
    private var window: [String] {
        let line = Double(ScreenFilm.strip) + 0.5
        return [
            #"<rect x="0.5" y="0.5" width="\#(size.width - 1)" height="\#(size.height - 1)" rx="8" fill="\#(ground.background)" stroke="\#(ground.edge)"/>"#,
            #"<path d="M1 \#(line)H\#(size.width - 1)" stroke="\#(ground.edge)"/>"#,
        ]
    }

    private func lines(ofScene index: Int, _ names: [String: String]) -> [String] {
        let (scene, size) = (scenes[index], size)
        let top = ScreenFilm.strip + ScreenFilm.margin
        let uses = scene.rows.enumerated().compactMap { row, drawn in
            names[drawn].map {
                ##"<use href="#\##($0)" x="\##(ScreenFilm.margin)" y="\##(top + row * CellDrawing.height)"/>"##
            }
        }
        let sentence =
            #"<text class="sentence" x="\#(2 * ScreenFilm.margin)" y="23"><tspan font-weight="bold">\#(scene.who)</tspan>"#
            + "  \(CellDrawing.escaped(scene.sentence))</text>"
        let number =
            #"<text class="number" x="\#(size.width - 2 * ScreenFilm.margin)" y="23" fill="\#(ground.text)">"#
            + "\(index + 1)/\(scenes.count)</text>"
        return [#"<g class="scene" id="scene-\#(index + 1)">"#, sentence, number] + uses + ["</g>"]
    }
}

// MARK: - Motion
extension ScreenFilm {
    /// The rules by which one scene follows the other.
    private var motion: [String] {
        let names = scenes.indices.map { "#scene-\($0 + 1) { animation-name: scene-\($0 + 1) }" }
        return ["@media (prefers-reduced-motion: no-preference) {"]
            + [".scene { animation: \(duration)s step-end infinite }"] + names + ["}"]
            + scenes.indices.map(keyframes(ofScene:))
    }

    /// In seconds.
    private var duration: Int { scenes.map(\.seconds).reduce(0, +) }

    /// A scene ends in the moment in which the next one begins, as both are made from the same number.
    private func keyframes(ofScene index: Int) -> String {
        let (start, end) = (percent(before: index), percent(before: index + 1))
        let hidden = index == 0 ? "" : "0% { visibility: hidden } "
        let over = index == scenes.count - 1 ? "" : " \(end)% { visibility: hidden }"
        return "@keyframes scene-\(index + 1) { \(hidden)\(start)% { visibility: visible }\(over) }"
    }

    /// Returns the part of the film before a scene, in per cent. It is exact for films of 20, 25 or 50 seconds.
    private func percent(before index: Int) -> Int {
        scenes.prefix(index).map(\.seconds).reduce(0, +) * 100 / duration
    }
}

/// A scene of a film: a screen at one moment, and a sentence about it.
struct FilmScene {
    /// Whose screen it is.
    let who: String
    let sentence: String
    /// How long it is shown.
    let seconds: Int
    /// Each row of the screen as elements of SVG, in one line; empty if nothing is on it.
    let rows: [String]

    init(of screen: TerminalEmulator, _ who: String, _ sentence: String, seconds: Int, on ground: CellDrawing.Ground) {
        (self.who, self.sentence, self.seconds) = (who, sentence, seconds)
        rows = (0..<screen.rows).map { row in
            var cells = screen.cells(row: row)
            if screen.cursor.isVisible, screen.cursor.row == row, cells.indices.contains(screen.cursor.column) {
                cells[screen.cursor.column].isReversed.toggle()
            }
            return FilmScene.drawn(CellDrawing(of: [cells], on: ground))
        }
    }

    private static func drawn(_ row: CellDrawing) -> String {
        func group(_ attribute: String, _ elements: [String]) -> String {
            elements.isEmpty ? "" : "<g \(attribute)>\(elements.joined())</g>"
        }
        return group(#"class="sharp""#, row.backgrounds) + group(#"class="photograph""#, row.photographs)
            + group(#"fill="none""#, row.frames) + row.texts.joined()
    }

    /// What is compared with a recorded film: the rows with something on them by their number. The colours of photographs
    /// are left out, as another decoder may round them in another way.
    var comparedRows: [Int: String] {
        Dictionary(uniqueKeysWithValues: rows.enumerated().filter { !$1.isEmpty }.map { ($0, FilmScene.compared($1)) })
    }

    fileprivate static func compared(_ row: String) -> String {
        row.replacing(/<g class="photograph">.*?<\/g>/, with: "")
    }
}

// MARK: - Recorded films
extension ScreenFilm {
    /// Returns the rows of each scene of a film's file, as `FilmScene.comparedRows` has them.
    static func comparedRows(in text: String) -> [[Int: String]] {
        var (definitions, scenes) = ([Substring: String](), [[Int: String]]())
        for line in text.split(separator: "\n") {
            if let row = line.wholeMatch(of: /<g id="(r\d+)">(.*)<\/g>/) {
                definitions[row.1] = FilmScene.compared(String(row.2))
            } else if line.hasPrefix(#"<g class="scene""#) {
                scenes.append([:])
            } else if let use = line.wholeMatch(of: /<use href="#(r\d+)" x="\d+" y="(\d+)"\/>/), let y = Int(use.2) {
                scenes[scenes.count - 1][(y - strip - margin) / CellDrawing.height] = definitions[use.1]
            }
        }
        return scenes
    }

    /// Returns a film's file without its rows.
    static func withoutRows(_ text: String) -> [Substring] {
        text.split(separator: "\n").filter { !$0.hasPrefix(#"<g id="r"#) && !$0.hasPrefix("<use") }
    }
}
