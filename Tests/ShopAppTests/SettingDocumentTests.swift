import Foundation
import Settings
import TestSupport
import Testing

/// The manual's table of settings is made from their descriptions, as help and the file of `banchan config --init` are.
@Suite struct SettingDocumentTests {
    @Test func theManualsTableIsMadeFromTheDescriptions() throws {
        try GeneratedPart("settings", of: "Resources/docs/manual.md").expectOrRewrite(SettingDocumentTests.table)
    }

    @Test func whatWaitsForTheNextStartIsSaidInTheManual() throws {
        let file = ScreenFile.directory.appending(components: "..", "..", "Resources", "docs", "manual.md")
            .standardizedFileURL
        let text = try String(contentsOf: file, encoding: .utf8)
        let waiting = SettingName.allCases.filter { !$0.description.isLive }.map(\.rawValue)
        let sentence = try #require(text.firstMatch(of: /Only the (.*) and sections wait for the next start/)).1
        #expect(Set(sentence.split { ", ".contains($0) }.map(String.init)) == Set(waiting))
    }

    private static let table: String = {
        let rows = SettingName.allCases.map { name in
            let description = name.description
            let values = description.values.map { "`\($0)`" }.joined(separator: ", ")
            let says = description.text.english.replacing(/http:\S+\d/, with: { "`\($0.output)`" })
            return "| `\(name.rawValue)`, `\(name.option)`, `\(name.variable)` | \(values.isEmpty ? "a text" : values) "
                + "| \(says) | \(description.isLive ? "at once" : "at the next start") |\n"
        }
        return "| setting, option, variable | values | says | a changed file applies |\n|---|---|---|---|\n"
            + rows.joined()
    }()
}
