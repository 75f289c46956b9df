import Domain
import Foundation
import TestPeers
import Testing

@testable import ShopServer

@Suite struct JSONScannerTests {
    @Test func valuesHaveTheirPlaces() throws {
        let text = JSONDocument(Data(#" {"a": 2, "a": [1, "가\n", {"b\u0062": null}]} "#.utf8))
        let root = try text.root.get()
        let list = try #require(root["a"])
        #expect(String(decoding: text.data(of: root), as: UTF8.self).hasPrefix("{"))
        #expect(
            list.items.map { String(decoding: text.data(of: $0), as: UTF8.self) } == [
                "1", #""가\n""#, #"{"b\u0062": null}"#,
            ])
        #expect(text.string(of: list.items[1]) == "가\n")
        #expect(list.items[2]["bb"].map { text.data(of: $0) } == Data("null".utf8))
    }

    @Test func linesAndColumnsCountFromOneInCharacters() throws {
        let text = JSONDocument(Data("[\n  \"가나\", 1]".utf8))
        let (items, lines) = (try text.root.get().items, LineIndex(text.bytes))
        #expect(
            items.map { lines.position(of: $0.range.lowerBound) } == [
                .init(line: 2, column: 3), .init(line: 2, column: 9),
            ])
    }

    @Test func deepNestingIsAFaultAndNoCrash() {
        for opening in ["[", "{\"a\":"] {
            let text = JSONDocument(Data(String(repeating: opening, count: 50_000).utf8))
            #expect(throws: JSONFault.self) { try text.root.get() }
        }
    }

    /// Every document that the decoder accepts must have positions here, so that served values can be edited in place.
    @Test func whateverTheDecoderTakesIsScannedAndWhatItRefusesIsAFault() throws {
        var generator = SeededGenerator(seed: 20_261_122)
        let original = Array(#"[{"a": "x\u00e9\n가", "b": [1, -2.5e+3, true, null], "c": {}}, {"a": "", "b": []}]"#.utf8)
        for _ in 0..<20_000 {
            let bytes = JSONMutation.mutate(original, using: &generator)
            // A file that is not UTF-8 is not decoded.
            guard let data = try? ShopFileText(Data(bytes)).bytes else { continue }
            let isTaken = (try? JSONDecoder().decode(Anything.self, from: data)) != nil
            let text = JSONDocument(data)
            let isScanned = (try? text.root.get()) != nil
            let shown = String(decoding: bytes, as: UTF8.self)
            if isTaken { #expect(isScanned, "\(shown)") }
            if isScanned, !isTaken { #expect(!text.tolerated.isEmpty, "\(shown)") }
        }
    }

    /// Decodes any JSON value.
    private struct Anything: Decodable {
        init(from decoder: any Decoder) throws {
            if var list = try? decoder.unkeyedContainer() {
                while !list.isAtEnd { _ = try list.decode(Anything.self) }
            } else if let object = try? decoder.container(keyedBy: AnyKey.self) {
                for key in object.allKeys { _ = try object.decode(Anything.self, forKey: key) }
            } else {
                let value = try decoder.singleValueContainer()
                if value.decodeNil() || (try? value.decode(Bool.self)) != nil || (try? value.decode(String.self)) != nil
                {
                    return
                }
                _ = try value.decode(Double.self)
            }
        }
    }

    private struct AnyKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}

/// Typing mistakes in a file.
enum JSONMutation {
    private static let letters = Array("[]{}\",:\\u0123456789abtrnlse.-+ \n\t'/*".utf8)

    /// Removes, inserts or replaces one to three bytes.
    static func mutate(_ original: [UInt8], using generator: inout SeededGenerator) -> [UInt8] {
        var bytes = original
        for _ in 0...Int.random(in: 0...2, using: &generator) where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &generator)
            let letter = letters.randomElement(using: &generator) ?? 0
            switch Int.random(in: 0..<3, using: &generator) {
            case 0: bytes.remove(at: place)
            case 1: bytes.insert(letter, at: place)
            default: bytes[place] = letter
            }
        }
        return bytes
    }
}
