import Domain
import Foundation
import ShopResources
import TerminalText
import TestSupport
import Testing

@Suite struct JSONTests {
    @Test func aSchemaTellsWhatIsWrong() throws {
        let schema = try JSONSchema(
            """
            {"type": "object", "required": ["a"], "additionalProperties": false, "properties":
             {"a": {"type": "integer", "minimum": 0}, "b": {"type": "array", "items": {"enum": ["x"]}},
              "c": {"type": "string", "pattern": "^[0-9]+$"}, "d": {"type": "boolean"}}}
            """)
        #expect(try schema.problems(in: #"{"a": 1, "b": ["x"], "c": "12", "d": true}"#).isEmpty)
        for wrong in [
            "[]", "{}", #"{"a": 1.5}"#, #"{"a": true}"#, #"{"a": "1"}"#, #"{"a": -1}"#, #"{"a": 1, "b": ["y"]}"#,
            #"{"a": 1, "c": "1x"}"#, #"{"a": 1, "d": 1}"#, #"{"a": 1, "e": 1}"#,
        ] {
            #expect(try schema.problems(in: wrong).count == 1, "\(wrong)")
        }
        #expect(throws: JSONSchema.Misunderstood.self) { try JSONSchema(#"{"oneOf": []}"#).problems(in: "1") }
    }

    @Test func theMenuIsAsItsSchemaSaysAndPricesAreNumbers() async throws {
        let output = try await runWithoutTerminal(["menu", "--json"])
        #expect(output.status == 0)
        #expect(try JSONSchema(named: "menu").problems(in: output.standardOutput) == [])
        let sections = try #require(try value(output).array)
        for (section, id) in zip(sections, SectionID.menu) {
            let own = try TemporaryMenu.own(id)
            let dishes = try #require(section["dishes"]?.array)
            #expect(section["section"] == .string(id.path))
            #expect(dishes.map { $0["hash"]?.string } == own.map(\.detailHash))
            #expect(dishes.map { $0["title"]?.string } == own.map(\.title.string))
            #expect(dishes.map { $0["price"]?.number } == own.map { Double($0.price.amount) })
            #expect(
                dishes.map { $0["original_price"]?.number } == own.map { $0.reducedFrom.map { Double($0.amount) } })
        }
    }

    @Test(arguments: ["juice", "drinks"])
    func whatOtherCountersSellIsAsItsSchemaSays(_ command: String) async throws {
        let output = try await runWithoutTerminal([command, "--json"])
        #expect(output.status == 0)
        #expect(output.standardError == "")
        #expect(try JSONSchema(named: command).problems(in: output.standardOutput) == [])
        let value = try value(output)
        #expect((value.array ?? value["juices"]?.array ?? []).count > 3)
        let text = try await runWithoutTerminal([command])
        #expect(text.standardOutput.contains("원"))
    }

    @Test func ordersAndContactsAreAsTheirSchemasSay() async throws {
        let shop = try OrderingServer()
        let server = try await shop.open()
        let dish = try #require(try TemporaryMenu.own(.main).first)
        for command in [["order", dish.detailHash], ["juice", "make", "바나나쥬스"]] {
            let output = try await runWithoutTerminal(command + ["--who", "지훈", "--server", server.url])
            #expect(output.status == 0, "\(output.standardError)")
        }
        let environment = ["BANCHAN_KEEPER_TOKEN": OrderingServer.keeperToken]
        let orders = try await runWithoutTerminal(
            ["orders", "--json", "--server", server.url], environment: environment)
        let lines = orders.standardOutput.split(separator: "\n")
        #expect(lines.count == 2)
        for line in lines { #expect(try JSONSchema(named: "orders").problems(in: String(line)) == []) }
        await server.stop()

        let scratch = try Scratch()
        let cards = scratch.url.appending(path: "cards.vcf")
        try Data("BEGIN:VCARD\nVERSION:4.0\nFN:박서연\nTEL:010-1234-5678\nEND:VCARD\n".utf8).write(to: cards)
        _ = try await runWithoutTerminal(["contacts", "import", cards.path], environment: scratch.environment)
        let contacts = try await runWithoutTerminal(["contacts", "--json"], environment: scratch.environment)
        #expect(try JSONSchema(named: "contacts").problems(in: contacts.standardOutput) == [])
        #expect(try value(contacts).array?.first?["name"] == .string("박서연"))
        let text = try await runWithoutTerminal(["contacts"], environment: scratch.environment)
        #expect(text.standardOutput == "010-1234-5678  박서연\n")
    }

    @Test func hostileTextIsExactInJSONAndHarmless() async throws {
        let hostile = "\u{1B}[31m붉은\u{7}\u{202E}글\u{9B}2J\r\n줄\u{2028}끝 \u{E0041}\u{1112}\u{1161}"
        let body = try JSONSerialization.data(withJSONObject: [
            [
                "detail_hash": "H\u{1B}]0;x\u{7}", "image": "/\u{202E}x.jpg", "alt": hostile,
                "delivery_type": [hostile], "title": hostile, "description": hostile, "s_price": "1,000원",
                "badge": [hostile],
            ]
        ])
        let menu = try TemporaryMenu(main: [])
        try menu.write(body, to: .main)
        let server = try await CountingServer(resources: menu.url)
        let output = try await runWithoutTerminal(["menu", "--json", "--server", server.url])
        let dish = try #require(try value(output).array?.first?["dishes"]?.array?.first)
        for key in ["title", "description"] {
            #expect(dish[key]?.string.map { Array($0.unicodeScalars) } == Array(hostile.unicodeScalars))
        }
        #expect(dish["hash"] == .string("H\u{1B}]0;x\u{7}"))
        for scalar in output.standardOutput.unicodeScalars where scalar != "\n" && scalar != " " {
            #expect(PlainText("a\(scalar)a").string == "a\(scalar)a", "\(scalar.value)")
        }
        await server.stop()
        withExtendedLifetime(menu.scratch) {}
    }

    @Test func aReaderThatGoesAwayEndsTheCommandWithoutACrash() async throws {
        for command in [
            "menu --json", "menu", "juice", "drinks", "orders --csv", "doctor", "contacts --json", "--help",
        ] {
            let output = try await shell("\(Built.banchan) \(command) | true; echo ${PIPESTATUS[0]}")
            let status = try #require(Int(output.standardOutput.trimmingCharacters(in: .whitespacesAndNewlines)))
            // It may be faster than its reader. 141 stands for SIGPIPE, which usually ends the programs of a pipeline.
            #expect([0, 141].contains(status), "\(command)")
            #expect(output.standardError == "", "\(command)")
        }
    }

    private func value(_ output: Output) throws -> JSONValue {
        try JSONDecoder().decode(JSONValue.self, from: Data(output.standardOutput.utf8))
    }
}
