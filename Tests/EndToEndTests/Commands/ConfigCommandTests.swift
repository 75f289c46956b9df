import Foundation
import TestSupport
import Testing

/// `banchan config`, as used by scripts and people.
@Suite struct ConfigCommandTests {
    private struct Printed: Decodable {
        struct Setting: Decodable {
            let name: String
            let value: Value?
            let source: String
            let from: String?
            let line: Int?
        }
        enum Value: Decodable, Equatable {
            case text(String), flag(Bool), number(Int), list([String])

            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                if let flag = try? container.decode(Bool.self) {
                    self = .flag(flag)
                } else if let number = try? container.decode(Int.self) {
                    self = .number(number)
                } else if let text = try? container.decode(String.self) {
                    self = .text(text)
                } else {
                    self = .list(try container.decode([String].self))
                }
            }
        }
        struct Problem: Decodable {
            let line: Int?
            let sentence: String
        }
        let file: String
        let settings: [Setting]
        let problems: [Problem]

        subscript(name: String) -> Setting? { settings.first { $0.name == name } }
    }

    private func run(
        _ arguments: [String], _ scratch: Scratch, _ environment: [String: String] = [:]
    ) async throws -> Output {
        try await runWithoutTerminal(
            ["config"] + arguments, environment: scratch.environment.merging(environment) { $1 })
    }

    @Test func everySettingIsPrintedWithWhereItCameFrom() async throws {
        let scratch = try Scratch()
        try scratch.writeSettings("pictures: cells\ntheme: dark\nkeys:\n  list.refetch: [F5, r]\n")
        let output = try await run(["--theme", "light"], scratch, ["BANCHAN_GUEST": "홍길동"])
        #expect(output.status == 0)
        #expect(output.standardError.isEmpty)
        let file = scratch.settings.path
        let lines = output.standardOutput.split(separator: "\n").map {
            $0.split(separator: "  ").map { $0.trimmingCharacters(in: .whitespaces) }
        }
        #expect(
            lines == [
                ["theme", "light", "--theme"], ["mouse", "on", "default"], ["receipt", "on", "default"],
                ["bell", "on", "default"],
                ["pictures", "cells", "\(file):1"],
                ["plain", "off", "default"],
                ["language", "auto", "default"], ["server", "-", "default"], ["guest", "홍길동", "BANCHAN_GUEST"],
                ["keys.list.refetch", "F5, r", "\(file):4"],
            ])
    }

    @Test func theSameIsPrintedAsJSON() async throws {
        let scratch = try Scratch()
        try scratch.writeSettings("mouse: off\ncolors: {dark: {accent: 45}}\nthme: dark\n")
        let output = try await run(["--json", "--language", "en"], scratch)
        #expect(output.status == 1)
        let printed = try JSONDecoder().decode(Printed.self, from: Data(output.standardOutput.utf8))
        #expect(printed.file == scratch.settings.path)
        #expect(printed["mouse"]?.value == .flag(false))
        #expect(printed["mouse"]?.source == "file")
        #expect(printed["mouse"]?.line == 1)
        #expect(printed["colors.dark.accent"]?.value == .number(45))
        #expect(printed["language"]?.source == "option")
        #expect(printed["language"]?.from == "--language")
        #expect(printed["theme"]?.source == "default")
        #expect(printed["server"]?.value == nil)
        #expect(printed.problems.map(\.line) == [3])
        #expect(printed.problems.first?.sentence.hasSuffix(":3: There is no setting thme. Did you mean theme?") == true)
        #expect(output.standardError.hasPrefix("banchan: \(scratch.settings.path):3: There is no setting thme."))
    }

    @Test func aColourThatIsHardToReadIsAWarning() async throws {
        let scratch = try Scratch()
        try scratch.writeSettings("colors:\n  light:\n    price: \"#ffd700\"\n")
        let output = try await run([], scratch)
        #expect(output.status == 0)
        #expect(output.standardOutput.contains("colors.light.price"))
        #expect(output.standardError.contains(":3: colors.light.price is hard to read: its contrast is 1.2"))
    }

    @Test func initWritesAStartThatSaysNothingAndNeverOverwrites() async throws {
        let scratch = try Scratch()
        let first = try await run(["--init"], scratch)
        #expect(first.status == 0)
        #expect(first.standardOutput == "\(scratch.settings.path)\n")
        let text = try String(contentsOf: scratch.settings, encoding: .utf8)
        #expect(text.split(separator: "\n").allSatisfy { $0.hasPrefix("#") })
        let second = try await run(["--init"], scratch)
        #expect(second.status == 1)
        #expect(second.standardError.contains("It was left as it is."))
        #expect(try String(contentsOf: scratch.settings, encoding: .utf8) == text)
        let printed = try await run([], scratch)
        #expect(printed.standardError.isEmpty)
        // The manual names the commands of every counter that the program registers.
        let names = text.matches(of: /(?m)^#   ([a-z-]+\.[a-z0-9-]+)$/).map(\.output.1)
        let manual = try Repository.text("Resources/docs/manual.md")
        #expect(names.count > 50)
        for name in names { #expect(manual.contains("`\(name)`"), "\(name)") }
        // All commented-out settings in the new file must be valid.
        let used = text.replacing(/(?m)^#(?! )/, with: "").replacing(/(?m)^#(?=  )(?!   list|   [a-z-]+\.)/, with: "")
        try scratch.writeSettings(used)
        let all = try await run(["--json"], scratch)
        let settings = try JSONDecoder().decode(Printed.self, from: Data(all.standardOutput.utf8))
        #expect(settings.problems.isEmpty, "\(settings.problems)")
        #expect(settings["server"]?.source == "file")
    }

    @Test func commandsTellWhatIsWrongOnStandardErrorAndGoOn() async throws {
        let scratch = try Scratch()
        let server = try await CountingServer()
        try scratch.writeSettings("server: \(server.url)\ntheme: pink\n")
        let output = try await runWithoutTerminal(["menu"], environment: scratch.environment)
        #expect(output.status == 0)
        #expect(output.standardError.hasPrefix("banchan: \(scratch.settings.path):2: theme is one of auto"))
        #expect(server.requests["/woowa/main"] == 1)
        await server.stop()
    }

    @Test func commandsTellOfAVariableThatIsWrong() async throws {
        let shop = try OrderingServer()
        let server = try await shop.open()
        for command in [["menu"], ["juice"], ["drinks"]] {
            let output = try await runWithoutTerminal(
                command + ["--server", server.url], environment: ["BANCHAN_THEME": "pink"])
            #expect(output.status == 0)
            #expect(output.standardError.hasPrefix("banchan: BANCHAN_THEME: theme is one of auto"), "\(output)")
        }
        await server.stop()
        withExtendedLifetime(shop) {}
    }

    @Test func noSecretInAnAddressIsRepeated() async throws {
        let scratch = try Scratch()
        try scratch.writeSettings(
            "server: http://me:hunter2@shop\nsections: {a: {title: A, url: 'http://x/y?key=hunter2'}}\n")
        for arguments in [[], ["--json"]] {
            let output = try await run(arguments, scratch)
            #expect(!(output.standardOutput + output.standardError).contains("hunter2"))
            #expect(output.standardOutput.contains("http://x/y?..."))
        }
    }
}
