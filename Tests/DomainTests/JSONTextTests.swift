import Domain
import Foundation
import Testing

@Suite struct JSONTextTests {
    private func plain(_ text: String) -> String { String(decoding: JSONText(Data(text.utf8)).plain, as: UTF8.self) }
    private func lenient(_ text: String) -> String {
        String(decoding: JSONText(Data(text.utf8)).lenient, as: UTF8.self)
    }

    @Test(arguments: [
        "", "7", "[1, 2]", #"{"a": 1, "b": {"a": 2}, "c": [{"a": 3}, {"a": 4}]}"#, #"["a", "a", {"a": "a"}]"#,
        #"{"a": ",]", "b": "\",}"}"#, "{", #"{"a": "#, #"{"a"#, "[NaN", #"{"NaN": "NaN,]"}"#, "]]}}", "[,]", "{,}",
        "[1,,]",
        #"{"a\u0062": 1, "a": 2, "b": 3, "ab ": 4}"#, #"{"": 1, "\"": 2}"#,
    ])
    func whatADecoderReadsAsItIsMeantStays(text: String) {
        #expect(plain(text) == text)
    }

    @Test(arguments: [
        (#"{"a": 1, "a": 2}"#, #"{        "a": 2}"#),
        (#"{"a": 1, "b": 3, "a": 2}"#, #"{        "b": 3, "a": 2}"#),
        (#"{"a":[{"b":1}],"a":2,"a":3}"#, #"{                    "a":3}"#),
        (#"{"\u0061": 1, "a": 2}"#, #"{             "a": 2}"#),
        (#"[{"x": {"a": 1, "a": 2}}, {"a": 1}]"#, #"[{"x": {        "a": 2}}, {"a": 1}]"#),
        ("{\"a\":\n1,\n\"a\": 2}", "{    \n  \n\"a\": 2}"), ("[1, 2,\n]", "[1, 2 \n]"),
        (#"{"a": [1,],}"#, #"{"a": [1 ] }"#),
    ])
    func theLastOfANameAndNoCommaBehindIsLeft(text: String, left: String) {
        #expect(plain(text) == left)
    }

    @Test(arguments: [
        ("[NaN, Infinity, -Infinity, -1]", "[null, null, null, -1]"),
        (#"{"a": NaN, "a": NaN}"#, #"{          "a": null}"#),
        (#"{"NaN": "Infinity"}"#, #"{"NaN": "Infinity"}"#), ("NaN", "null"), ("[NaN,]", "[null ]"),
    ])
    func whatIsNoNumberIsNull(text: String, left: String) {
        #expect(lenient(text) == left)
    }

    @Test func objectsOfManyNamesKeepTheLastOfEach() throws {
        let members = (0..<2_000).map { "\"n\($0 % 500)\": \($0)" }
        let left = Data(plain("{\(members.joined(separator: ","))}").utf8)
        let values = try JSONDecoder().decode([String: Int].self, from: left)
        #expect(values.count == 500)
        #expect(values.allSatisfy { $0.key == "n\($0.value - 1_500)" })
    }

    @Test func deepTextEnds() {
        #expect(plain(String(repeating: "[", count: 100_000)).utf8.count == 100_000)
    }
}
