import Canvas
import Domain
import Foundation
import ShopClient
import Terminal
import TerminalText
import Testing

@testable import Settings

/// The settings that result from a file, the environment and the command line.
struct SettingsReaderTests {
    /// The values of one setting in each source, `nil` if absent, and the value that takes precedence.
    struct Precedence: Sendable {
        let option: String?
        let variable: String?
        let file: String?
        let value: ThemeChoice
        let origin: SettingOrigin
    }

    @Test(arguments: [
        Precedence(option: nil, variable: nil, file: nil, value: .auto, origin: .standard),
        Precedence(option: nil, variable: nil, file: "dark", value: .dark, origin: .file(line: 2)),
        Precedence(option: nil, variable: "light", file: nil, value: .light, origin: .variable("BANCHAN_THEME")),
        Precedence(option: nil, variable: "light", file: "dark", value: .light, origin: .variable("BANCHAN_THEME")),
        Precedence(option: nil, variable: "", file: "dark", value: .dark, origin: .file(line: 2)),
        Precedence(option: "16", variable: nil, file: nil, value: .sixteen, origin: .option("--theme")),
        Precedence(option: "16", variable: nil, file: "dark", value: .sixteen, origin: .option("--theme")),
        Precedence(option: "16", variable: "light", file: nil, value: .sixteen, origin: .option("--theme")),
        Precedence(option: "16", variable: "light", file: "dark", value: .sixteen, origin: .option("--theme")),
    ])
    func theCommandLineGoesBeforeTheEnvironmentAndThatBeforeTheFile(_ row: Precedence) throws {
        let read = try reading(
            row.file.map { "# mine\ntheme: \($0)\n" }, options: row.option.map { [.theme: $0] } ?? [:],
            environment: row.variable.map { ["BANCHAN_THEME": $0] } ?? [:])
        #expect(read.settings.theme == row.value)
        #expect(read.origin(of: "theme") == row.origin)
        #expect(read.problems.isEmpty)
    }

    @Test(arguments: [
        (SettingName.mouse, "on", "x", false), (.mouse, "off", "", false), (.mouse, "yes", "", true),
    ])
    func theMouseIsOnUnlessTheVariableOrTheFileSaysOtherwise(
        _ name: SettingName, _ file: String, _ variable: String, _ isOn: Bool
    ) throws {
        let read = try reading("mouse: \(file)", environment: ["BANCHAN_NO_MOUSE": variable])
        #expect(read.settings.mouse == isOn)
    }

    @Test(arguments: [("on", "x", false), ("off", "", false), ("on", "", true)])
    func aReceiptStaysUnlessTheVariableOrTheFileSaysOtherwise(
        _ file: String, _ variable: String, _ isOn: Bool
    ) throws {
        let read = try reading("receipt: \(file)", environment: ["BANCHAN_NO_RECEIPT": variable])
        #expect(read.settings.receipt == isOn)
    }

    @Test(arguments: [("on", "x", false), ("off", "", false), ("on", "", true)])
    func theBellRingsUnlessTheVariableOrTheFileSaysOtherwise(
        _ file: String, _ variable: String, _ isOn: Bool
    ) throws {
        let read = try reading("bell: \(file)", environment: ["BANCHAN_NO_BELL": variable])
        #expect(read.settings.bell == isOn)
    }

    @Test(arguments: [
        ("server: shop.local:8080", true), ("server: [", true), ("server: [http://a, http://b]", true),
        ("sever: http://shop.local", true), ("theme: [", true), ("theme: pink", false), ("server:", false),
        ("server: http://shop.local\ntheme: pink", false),
    ])
    func aMistakeThatHidesTheServerIsKnownUnlessAnotherSourceNamesOne(_ text: String, _ isUnknown: Bool) throws {
        #expect(try reading(text).isServerUnknown == isUnknown)
        #expect(try !reading(text, environment: ["BANCHAN_SERVER": "http://shop.local"]).isServerUnknown)
        #expect(try !reading(text, options: [.server: "http://shop.local"]).isServerUnknown)
    }

    @Test func everySettingHasItsPlaceInTheFile() throws {
        let read = try reading(
            """
            theme: light
            mouse: off
            pictures: cells
            language: ko
            server: https://shop.local:8443
            guest: 홍길동
            colors:
              dark:
                accent: "#00afaf"
                dim: 250
            keys:
              list.refetch: F5
              shop:
                quit: [q, Ctrl-Q]
                repaint: []
            sections:
              noodles:
                title: 국수
                subtitle: 옆집에서
                url: https://noodles.example/menu?day=1
              late:
                title: Late
                path: /woowa/late
            """)
        #expect(read.problems.isEmpty)
        var expected = Settings()
        (expected.theme, expected.mouse, expected.pictures, expected.language) = (.light, false, .cells, .korean)
        (expected.server, expected.guest) = ("https://shop.local:8443", "홍길동")
        expected.colors[.dark, .ink(.accent)] = 37
        expected.colors[.dark, .dim] = 250
        expected.keys = [
            "list.refetch": [.function(5)], "shop.quit": [.character("q"), .control("q")], "shop.repaint": [],
        ]
        let noodles = try #require(URL(string: "https://noodles.example/menu?day=1"))
        expected.sections = [
            OwnSection(
                name: "sections.noodles", heading: SectionHeading(title: "국수", subtitle: "옆집에서"),
                source: .address(noodles)),
            OwnSection(
                name: "sections.late", heading: SectionHeading(title: "Late", subtitle: ""), source: .path("woowa/late")
            ),
        ]
        #expect(read.settings == expected)
        #expect(read.origin(of: "keys.shop.quit") == .file(line: 14))
        #expect(read.origin(of: "colors.dark.dim") == .file(line: 10))
        #expect(read.origin(of: "sections.late") == .file(line: 21))
    }

    /// An invalid line and the problem reported for it. The lines before and after it still apply.
    @Test(arguments: [
        (
            "theme: pink",
            SettingsProblem.Reason.noChoice("theme", among: ["auto", "light", "dark", "16", "high-contrast"])
        ),
        ("theme: [dark]", .noValue("theme")), ("theme: {a: b}", .noValue("theme")),
        ("pictures: pixel", .noChoice("pictures", among: ["auto", "pixels", "cells", "none"])),
        ("mouse: perhaps", .noChoice("mouse", among: ["on", "off"])),
        ("thme: dark", .unknown("thme", suggestion: "theme")), ("zebra: 1", .unknown("zebra", suggestion: nil)),
        ("keys: F5", .noGroup("keys")), ("keys: [{list.up: k}]", .noGroup("keys")),
        ("keys: {list.refetc: F5}", .unknownCommand("list.refetc", suggestion: "list.refetch")),
        ("keys: {list.refetch: F99}", .noKey("F99")), ("keys: {list.refetch: [r, [x]]}", .noValue("keys.list.refetch")),
        ("colors: {dark: {accent: teal}}", .noColor("colors.dark.accent")),
        ("colors: {dark: {acent: 1}}", .unknown("colors.dark.acent", suggestion: "colors.dark.accent")),
        ("colors: {drak: {accent: 1}}", .unknown("colors.drak", suggestion: "colors.dark")),
        ("colors: {dark: {accent: 16}}", .lowContrast("colors.dark.accent", ratio: 1)),
        ("sections: {a: {path: woowa/a}}", .missing("title", in: "sections.a")),
        ("sections: {a: {title: A}}", .missing("path", in: "sections.a")),
        ("sections: {a: {title: A, path: a, url: 'http://a'}}", .pathAndAddress("sections.a")),
        ("sections: {a: {title: A, path: ../keeper}}", .noPath("sections.a")),
        ("sections: {a: {title: A, url: 'http://me:secret@a'}}", .noAddress("sections.a")),
        ("sections: {a: {title: A, url: 'file:///etc/passwd'}}", .noAddress("sections.a")),
        ("sections: {a: {titel: A, path: a}}", .unknown("sections.a.titel", suggestion: "sections.a.title")),
        ("sections: {a: {title: A, path: woowa/main}}", .duplicates(["woowa/main"])),
    ])
    func aWrongEntryIsToldWithItsLineAndTheRestHolds(_ line: String, _ reason: SettingsProblem.Reason) throws {
        let read = try reading("language: ko\n\(line)\nguest: 홍길동\n")
        #expect(read.problems.first == SettingsProblem(reason, at: .file(line: 2)))
        #expect(read.settings.language == .korean)
        #expect(read.settings.guest == "홍길동")
        #expect(read.settings.theme == .auto)
        #expect(read.settings.sections.isEmpty)
    }

    @Test func anAddressOfNoServerIsToldAndTheProgramBringsItsOwn() throws {
        let read = try reading("server: ftp://shop\ntheme: dark")
        #expect(read.settings.server == nil)
        #expect(read.settings.theme == .dark)
        guard case .noServer(let error)? = read.problems.first?.reason else {
            Issue.record("\(read.problems)")
            return
        }
        #expect(error.reason == .scheme)
        #expect(read.problems.first?.origin == .file(line: 1))
    }

    @Test func aNameThatIsTooLongIsToldAndAnyoneOrders() throws {
        let read = try reading("guest: \(String(repeating: "가", count: 1_000))")
        #expect(read.problems == [SettingsProblem(.noGuestName, at: .file(line: 1))])
        #expect(read.settings.guest == nil)
    }

    @Test func whatIsWrongInTheEnvironmentIsToldWithItsVariable() throws {
        let read = try reading(nil, environment: ["BANCHAN_LANGUAGE": "fr"])
        let reason = SettingsProblem.Reason.noChoice("language", among: ["auto", "ko", "en"])
        #expect(read.problems == [SettingsProblem(reason, at: .variable("BANCHAN_LANGUAGE"))])
    }

    @Test func valuesAreMadeHarmlessBeforeTheyAreTold() throws {
        let read = try reading("\"a\\e[31mb\": 1")
        #expect(
            read.problems == [SettingsProblem(.unknown(PlainText("a\u{1B}[31mb"), suggestion: nil), at: .file(line: 1))]
        )
    }

    @Test(arguments: ["", "\n\n# nothing\n", "---\n", "theme:\n", "keys:\n", "colors:\n  dark:\n", "theme: \"\"\n"])
    func anEmptyFileSaysNothing(_ text: String) throws {
        let read = try reading(text)
        #expect(read.settings == Settings())
        #expect(
            read.problems.allSatisfy { $0.reason == .noChoice("theme", among: ThemeChoice.allCases.map(\.rawValue)) })
    }
}

/// Measures the time to read the settings, because the first frame waits for them.
struct SettingsTimeTests {
    /// Returns the shortest of many measurements, because other programs use the machine too.
    private func shortest(_ text: String?) throws -> Duration {
        let file = FileManager.default.temporaryDirectory.appending(path: "banchan-time-\(UUID().uuidString).yaml")
        defer { try? FileManager.default.removeItem(at: file) }
        if let text { try Data(text.utf8).write(to: file) }
        let reader = SettingsReader(options: [:], environment: [:], file: file.path) { ["list.refetch"] }
        let times = (0..<50).map { _ in ContinuousClock().measure { _ = reader.read() } }
        return try #require(times.min())
    }

    /// Measured without optimization: 0.004 ms without a file and 0.35 ms with one.
    @Test func withoutAFileNextToNothingIsWaitedForAndWithOneLittle() throws {
        let absent = try shortest(nil)
        #expect(absent < .milliseconds(1))
        let present = try shortest(
            "theme: dark\nlanguage: ko\nmouse: on\nkeys:\n  list.refetch: [F5, r]\ncolors:\n  dark:\n    price: 220\n")
        #expect(present < .milliseconds(10))
        print("settings read: absent \(absent), present \(present)")
    }
}

/// The names of keys in settings.
struct KeyNameTests {
    @Test(arguments: [
        ("r", Key.character("r")), ("R", .character("R")), ("?", .character("?")), ("ㄱ", .character("ㄱ")),
        ("Space", .character(" ")), ("ctrl-r", .control("r")), ("C-R", .control("r")), ("^r", .control("r")),
        ("F5", .function(5)), ("f12", .function(12)), ("PgDn", .pageDown), ("pageup", .pageUp), ("Esc", .escape),
        ("Shift-Tab", .backTab), ("Ctrl-I", .tab), ("Ctrl-M", .enter), ("-", .character("-")),
    ])
    func aNameIsAKey(_ text: String, _ key: Key) { #expect(KeyName.key(text) == key) }

    @Test(arguments: ["", " ", "F0", "F21", "Ctrl-", "Ctrl-1", "Hyper-x", "rr", "\u{1B}", "\u{7F}"])
    func anythingElseIsNone(_ text: String) { #expect(KeyName.key(text) == nil) }

    @Test(arguments: [Key.character("r"), .character(" "), .control("l"), .function(1), .pageUp, .backTab, .delete])
    func theLabelOfAKeyIsAName(_ key: Key) { #expect(KeyName.key(key.label) == key) }
}

/// Reads the settings from a file with the contents `text` (`nil` for no file), those options and that environment.
func reading(
    _ text: String?, options: [SettingName: String] = [:], environment: [String: String] = [:]
) throws -> ReadSettings {
    let file = FileManager.default.temporaryDirectory.appending(path: "banchan-settings-\(UUID().uuidString).yaml")
    defer { try? FileManager.default.removeItem(at: file) }
    if let text { try Data(text.utf8).write(to: file) }
    return SettingsReader(options: options, environment: environment, file: file.path) {
        ["list.refetch", "list.refetch-all", "list.up", "shop.quit", "shop.repaint"]
    }.read()
}
