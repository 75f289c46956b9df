import Domain
import Testing

@Suite struct TrimmingTests {
    @Test(arguments: [
        ("", ""), (" \t", ""), ("a", "a"), (" a b\t", "a b"), ("  김치 ", "김치"), ("\na ", "\na"),
    ]) func onlyBlanksAtTheEndsGo(text: String, trimmed: String) {
        #expect(text[...].trimmed(where: \.isBlank) == trimmed)
    }
}
