import Domain
import Foundation
import TerminalText
import Testing

@Suite struct JuiceBarTests {
    private func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    @Test func aNameInEnglishIsReadWrittenAndLost() throws {
        func fruit(_ english: String) throws -> FruitStock {
            let text = #"{"id": "kiwi", "name": "키위", "count": 3, "name_en": \#(english)}"#
            return try JSONDecoder().decode(FruitStock.self, from: Data(text.utf8))
        }
        let kiwi = try fruit("\"Kiwi\"")
        #expect(kiwi.nameInEnglish == "Kiwi")
        #expect(try JSONDecoder().decode(FruitStock.self, from: JSONEncoder().encode(kiwi)) == kiwi)
        for none in ["null", "\"\"", "7", "[]"] {
            #expect(try fruit(none) == FruitStock(id: FruitID("kiwi"), name: "키위", count: 3))
        }
    }

    @Test func aJuiceIsWrittenAsTheWireHasIt() throws {
        let juice = Juice(
            id: JuiceID("strawberry-banana"), name: "딸바쥬스", price: Won(5_000),
            needs: [FruitID("strawberry"): 10, FruitID("banana"): 1], available: true)
        let text = try json(juice)
        #expect(
            text
                == #"{"available":true,"id":"strawberry-banana","name":"딸바쥬스","needs":{"banana":1,"strawberry":10},"price":5000}"#
        )
        #expect(try JSONDecoder().decode(Juice.self, from: Data(text.utf8)) == juice)
    }

    @Test func anEventNamesItsSectionByPath() throws {
        let event = SectionEvent(section: .fruits, version: 7)
        #expect(try json(event) == #"{"section":"juice/fruits","version":7}"#)
        #expect(try JSONDecoder().decode(SectionEvent.self, from: Data(try json(event).utf8)) == event)
    }
}
