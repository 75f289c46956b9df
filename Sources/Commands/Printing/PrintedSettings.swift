import Domain
import Foundation
import Settings
import ShopApp
import Terminal
import TerminalText

/// The settings as `banchan config` prints them.
struct PrintedSettings {
    struct Row {
        let name: String
        let value: Value
        let origin: SettingOrigin
    }

    enum Value: Hashable {
        case text(String)
        case on(Bool)
        case number(Int)
        case list([String])
        /// Not set.
        case none
    }

    private let user: User
    private let rows: [Row]

    init(_ user: User) {
        self.user = user
        let read = user.read
        rows = PrintedSettings.values(user.settings).map { Row(name: $0, value: $1, origin: read.origin(of: $0)) }
    }

    private static func values(_ settings: Settings) -> [(String, Value)] {
        [
            ("theme", .text(settings.theme.rawValue)), ("mouse", .on(settings.mouse)),
            ("receipt", .on(settings.receipt)), ("bell", .on(settings.bell)),
            ("pictures", .text(settings.pictures.rawValue)), ("plain", .on(settings.plain)),
            ("language", .text(settings.language.rawValue)),
            ("server", settings.server.map { .text(PlainText(shown($0)).string) } ?? .none),
            ("guest", settings.guest.map { .text(PlainText($0).string) } ?? .none),
        ] + colors(settings.colors)
            + settings.keys.sorted { $0.key < $1.key }.map { ("keys.\($0)", .list($1.map(\.label))) }
            + settings.sections.flatMap { section in
                [(section.name, .text("\(section.heading.title): \(PlainText(section.source.label))"))]
            }
    }

    /// Returns `server`, or a placeholder if it may contain a password or a token.
    private static func shown(_ server: String) -> String {
        server.contains { "@?#".contains($0) } ? "(not shown)" : server
    }

    private static func colors(_ colors: ThemeColors) -> [(String, Value)] {
        ThemeColors.Ground.allCases.flatMap { ground in
            ThemeColors.Part.allCases.compactMap { part in
                colors[ground, part].map { ("colors.\(ground.rawValue).\(part.name)", .number(Int($0))) }
            }
        }
    }

    // MARK: - As text

    var text: String {
        let file = user.reader.file ?? ""
        let standard = user.language.say("기본값", "default")
        return PrintedTable.text(
            rows.map { [$0.name, $0.value.text, $0.origin == .standard ? standard : $0.origin.location(file: file)] },
            minWidths: [0, 0, 0], numbers: [])
    }

    // MARK: - As JSON

    private struct Document: Encodable {
        let file: String?
        let settings: [Setting]
        let problems: [Problem]
    }

    private struct Setting: Encodable {
        let name: String
        let value: Value
        /// `option`, `variable`, `file` or `default`.
        let source: String
        /// The name of the option or the variable.
        let from: String?
        let line: Int?
    }

    private struct Problem: Encodable {
        let line: Int?
        let sentence: String
    }

    func json() throws -> Data {
        let document = Document(
            file: user.reader.file,
            settings: rows.map { row in
                Setting(
                    name: row.name, value: row.value, source: row.origin.source, from: row.origin.name,
                    line: row.origin.line)
            },
            problems: user.read.problems.map { problem in
                Problem(
                    line: problem.origin.line,
                    sentence: PlainText(
                        problem.sentence(file: user.reader.file ?? "", in: user.language), limit: 2_000
                    ).string)
            })
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(document) + Data("\n".utf8)
    }
}

extension PrintedSettings.Value: Encodable {
    var text: String {
        switch self {
        case .text(let text): text
        case .on(let isOn): isOn ? "on" : "off"
        case .number(let value): "\(value)"
        case .list(let texts): texts.isEmpty ? "-" : texts.joined(separator: ", ")
        case .none: "-"
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .on(let isOn): try container.encode(isOn)
        case .number(let value): try container.encode(value)
        case .list(let texts): try container.encode(texts)
        case .none: try container.encodeNil()
        }
    }
}

extension SettingOrigin {
    fileprivate var source: String {
        switch self {
        case .option: "option"
        case .variable: "variable"
        case .file: "file"
        case .standard: "default"
        }
    }

    fileprivate var name: String? {
        switch self {
        case .option(let name), .variable(let name): name
        case .file, .standard: nil
        }
    }

    fileprivate var line: Int? { if case .file(let line) = self { line } else { nil } }
}
