import Domain
import Foundation
import TerminalText
import TestSupport
import Testing

/// The output of `banchan menu` for sections that the user added.
@Suite struct OwnSectionsTests {
    @Test func theyStandAfterTheShopsWithTheirHeadings() async throws {
        let noodles = try TemporaryMenu(main: [Dish(detailHash: "N1", title: "잔치국수", price: Won(6_000))])
        let elsewhere = try await CountingServer(resources: noodles.url)
        let menu = try TemporaryMenu(main: [Dish(detailHash: "H1", title: "잡채", price: Won(4_000))])
        let server = try await CountingServer(resources: menu.url)
        let scratch = try Scratch()
        try scratch.writeSettings(
            """
            sections:
              noodles:
                title: 국수
                subtitle: 옆집에서
                url: \(elsewhere.url)/woowa/main?key=secret
            """)
        let json = try await runWithoutTerminal(
            ["menu", "--json", "--server", server.url], environment: scratch.environment)
        #expect(json.status == 0, "\(json.standardError)")
        #expect(try JSONSchema(named: "menu").problems(in: json.standardOutput) == [])
        let value = try JSONDecoder().decode(JSONValue.self, from: Data(json.standardOutput.utf8))
        let sections = try #require(value.array)
        #expect(sections.map { $0["title"]?.string } == ["메인반찬", "국.찌게", "밑반찬", "국수"])
        let own = try #require(sections.last)
        #expect(own["subtitle"] == .string("옆집에서"))
        #expect(own["section"] == .string("\(elsewhere.url)/woowa/main?..."))
        #expect(own["dishes"]?.array?.map { $0["title"]?.string } == ["잔치국수"])
        let text = try await runWithoutTerminal(["menu", "--server", server.url], environment: scratch.environment)
        #expect(text.standardOutput.hasSuffix("국수  옆집에서\n  6,000원  잔치국수\n"))
        for server in [server, elsewhere] { await server.stop() }
        withExtendedLifetime((noodles, menu)) {}
    }

    @Test func oneThatCannotBeFetchedIsToldByItsTitle() async throws {
        let scratch = try Scratch()
        try scratch.writeSettings("sections:\n  late:\n    title: 밤참\n    path: woowa/late\n")
        let output = try await runWithoutTerminal(["menu", "--json"], environment: scratch.environment)
        #expect(output.status != 0)
        #expect(output.standardError.contains("밤참: the server answered 404"))
        #expect(try JSONSchema(named: "menu").problems(in: output.standardOutput) == [])
        let value = try JSONDecoder().decode(JSONValue.self, from: Data(output.standardOutput.utf8))
        #expect(value.array?.count == 3)
    }
}
