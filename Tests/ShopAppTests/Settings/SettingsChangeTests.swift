import Foundation
import Terminal
import Testing

@testable import Settings

/// Settings that are changed in the program and kept in the file.
@Suite struct SettingsChangeTests {
    private func change(_ text: String, _ name: SettingName = .theme, _ value: String = "light") throws -> String {
        try SettingsFile.text(text, setting: name, to: value)
    }

    /// The settings of a program in which the language was changed.
    private var current: Settings {
        var settings = Settings()
        settings.language = .english
        return settings
    }

    private func directory() throws -> URL {
        let directory = FileManager.default.temporaryDirectory.appending(path: "banchan-change-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        return directory
    }

    @Test func oneLineChangesAndAllElseStays() throws {
        #expect(try change("") == "theme: light\n")
        #expect(try change("mouse: off") == "mouse: off\ntheme: light\n")
        #expect(try change("mouse: off\n") == "mouse: off\ntheme: light\n")
        #expect(
            try change("# mine\ntheme: dark  # at night\n\nkeys:\n  list.down: x\n")
                == "# mine\ntheme: light  # at night\n\nkeys:\n  list.down: x\n")
        #expect(try change("\"theme\":   'dark'\n") == "\"theme\": light\n")
        #expect(try change("theme:\nmouse: off\n") == "theme: light\nmouse: off\n")
        #expect(try change("theme: dark\r\nmouse: off\r\n") == "theme: light\r\nmouse: off\r\n")
        #expect(try change("theme: dark # mine\r\nmouse: off\r\n") == "theme: light # mine\r\nmouse: off\r\n")
        #expect(try change("mouse: off\r\n") == "mouse: off\r\ntheme: light\r\n")
        #expect(try change("guest: \"#1\"\n") == "guest: \"#1\"\ntheme: light\n")
    }

    @Test func aSettingIsAddedWhereItsCommentIs() throws {
        #expect(
            try change("# The colours.\n#theme: auto\n\n#mouse: on\n")
                == "# The colours.\n#theme: auto\ntheme: light\n\n#mouse: on\n")
    }

    @Test(arguments: ["{theme: dark, mouse: off}\n", "theme:\n  dark\n", "theme: \"da\n  rk\"\n", "mouse: off\n...\n"])
    func whatIsNotOneLineIsLeftAlone(text: String) {
        #expect(throws: SettingsProblem.self) { try change(text) }
    }

    @Test func theFileIsMadeOrReplacedAndLinksStay() throws {
        let scratch = try directory()
        defer { try? FileManager.default.removeItem(at: scratch) }
        let file = scratch.appending(path: "config/banchan/config.yaml").path
        let reader = SettingsReader(options: [:], environment: [:], file: file) { [] }
        #expect(reader.write(.language, "en", over: Settings()) == nil)
        #expect(reader.read().settings.language == .english)
        let target = scratch.appending(path: "mine.yaml")
        try Data("language: ko # here\n".utf8).write(to: target)
        try FileManager.default.removeItem(atPath: file)
        try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: target.path)
        #expect(reader.write(.language, "en", over: Settings()) == nil)
        #expect(try String(contentsOf: target, encoding: .utf8) == "language: en # here\n")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: file) == target.path)
    }

    @Test func whatCannotBeKeptHoldsUntilTheEnd() throws {
        let scratch = try directory()
        defer { try? FileManager.default.removeItem(at: scratch) }
        let file = scratch.appending(path: "config.yaml")
        try Data("{theme: dark}\n".utf8).write(to: file)
        let reader = SettingsReader(options: [:], environment: [:], file: file.path) { [] }
        let read = try #require(reader.write(.theme, "light", over: current))
        #expect(read.settings.theme == .light)
        #expect(read.problems == [SettingsProblem(.fixedLine("theme"), line: 1)])
        #expect(try String(contentsOf: file, encoding: .utf8) == "{theme: dark}\n")
        #expect(read.settings.language == .english, "what was changed before stays")
        let without = SettingsReader(options: [:], environment: [:], file: nil) { [] }
        #expect(without.write(.theme, "light", over: current)?.settings.theme == .light)
        #expect(without.write(.theme, "light", over: current)?.problems == [])
    }

    @Test func whatTheProgramWasOpenedWithStays() throws {
        let reader = SettingsReader(options: [.theme: "dark"], environment: [:], file: nil) { [] }
        let read = try #require(reader.write(.theme, "light", over: current))
        #expect(read.settings == current)
        #expect(read.problems == [SettingsProblem(.fixed("theme"), at: .option("--theme"))])
    }
}
