import Foundation
import TerminalText
import TestPeers
import Testing

@testable import Contacts

@Suite struct PhoneBookIndexTests {
    private func index(_ names: [String]) throws -> PhoneBookIndex {
        let number = try PhoneNumber("010-1234-5678")
        return PhoneBookIndex(
            names.enumerated().map { Contact(id: ContactID(Int64($0 + 1)), name: PlainText($1), number: number) })
    }

    @Test func contactsStandUnderTheirInitials() throws {
        let index = try index(["zoe", "Émile", "하늘", "까치", "3번", "가람", "나래", "강산", "ㅋㅋ", "카드", "Anna", "漢"])
        #expect(index.list.sections.map(\.title) == ["ㄱ", "ㄴ", "ㅋ", "ㅎ", "A", "E", "Z", "#"])
        #expect(
            index.list.names
                == ["가람", "강산", "까치", "나래", "ㅋㅋ", "카드", "하늘", "Anna", "Émile", "zoe", "3번", "漢"])
        #expect(index.list.sections.map(\.rows.count) == [3, 1, 2, 1, 1, 1, 1, 2])
        #expect(index.list.sections.map(\.rows.lowerBound) == [0, 3, 4, 6, 7, 8, 9, 10])
    }

    @Test func namesAreInTheOrderOfAKoreanDictionary() throws {
        // Ordered by the initial consonant (ㄱ ㄲ ㄴ …), then by the vowel (ㅏ ㅐ ㅑ …), then by the final consonant (none ㄱ
        // ㄲ ㄳ …).
        let ordered = [
            "가", "각", "갂", "간", "개", "갸", "고", "과", "교", "그", "긔", "기", "까", "나", "다", "따", "라", "마", "바",
            "빠", "사", "싸", "아", "자", "짜", "차", "카", "타", "파", "하", "힣",
        ]
        for seed: UInt64 in 0..<20 {
            var random = SeededGenerator(seed: seed)
            #expect(try index(ordered.shuffled(using: &random)).list.names == ordered)
        }
    }

    @Test(arguments: 0..<40) func decomposedHangulIsTheSameInEveryWay(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let names = (0..<60).map { _ in
            String(
                (0..<Int.random(in: 1...4, using: &random)).map { _ in
                    Character(Unicode.Scalar(UInt32.random(in: 0xAC00...0xD7A3, using: &random)) ?? "가")
                })
        }
        for name in names {
            let decomposed = name.decomposedStringWithCanonicalMapping
            #expect(NameKey(decomposed) == NameKey(name))
            #expect(SearchPattern(decomposed) == SearchPattern(name))
        }
        let composed = try index(names)
        let decomposed = try index(names.map(\.decomposedStringWithCanonicalMapping))
        #expect(composed.list.names == decomposed.list.names)
        #expect(composed.list.sections == decomposed.list.sections)
        #expect(
            composed.list.names
                == names.sorted { Array($0.unicodeScalars).lexicographicallyPrecedes($1.unicodeScalars) })
    }

    @Test func bytesOfKeysAreInTheOrderOfNames() throws {
        let names = ["가", "가나", "갸", "ㄱ", "ㅏ", "a", "ab", "B", "é", "1", "~", "漢", "🙂", "ꀀ", "ﬀ", "Ω", "힣", ""]
        let index = try index(names)
        let keys = index.list.names.map { NameKey($0).bytes }
        #expect(keys == keys.sorted { $0.lexicographicallyPrecedes($1) })
    }

    private static let filters: [(String, Set<String>)] = [
        ("ㄱㅂ", ["갈비", "김밥", "까비"]), ("ㄱ ㅂ", ["갈비", "김밥", "까비", "깍두기 밥"]), ("갈", ["갈비"]), ("가", ["갈비", "가나다", "강"]),
        ("ㄱ비", ["갈비", "까비"]), ("갈ㅂ", ["갈비"]), ("비", ["갈비", "까비"]), ("ㄲ", ["깍두기 밥", "까비"]),
        ("anna", ["Anna Kim", "Ánna"]), ("a k", ["Anna Kim"]), ("ㅂㅅ", ["박서연"]), ("ㅄ", ["박서연"]), ("ㅏ", []),
        ("서연", ["박서연"]), ("기밥", ["깍두기 밥"]), ("zz", []),
    ]

    @Test(arguments: filters)
    func aFilterFindsNamesAndInitialConsonants(_ text: String, _ found: Set<String>) throws {
        let index = try index(["갈비", "김밥", "깍두기 밥", "까비", "Anna Kim", "Ánna", "박서연", "가나다", "강"])
        #expect(Set(index.list(matching: SearchPattern(text)).names) == found)
    }

    @Test func aFilterFindsDigitsOfTheNumberWhereverHyphensAre() throws {
        let contacts = try [("가", "010-1234-5678"), ("나", "02-999-1234"), ("7번 손님", "031-222-3333")].enumerated().map {
            Contact(id: ContactID(Int64($0)), name: PlainText($1.0), number: try PhoneNumber($1.1))
        }
        let index = PhoneBookIndex(contacts)
        #expect(index.list(matching: SearchPattern("1234")).names == ["가", "나"])
        #expect(index.list(matching: SearchPattern("10-12")).names == ["가"])
        #expect(index.list(matching: SearchPattern("02 9")).names == ["나"])
        #expect(index.list(matching: SearchPattern("7")).names == ["가", "7번 손님"])
        #expect(index.list(matching: SearchPattern("1234가")).names == [])
        #expect(index.list(matching: SearchPattern(" ")).names == index.list.names)
    }

    /// Characters that a person types to search for names, including the intermediate states of the input method.
    private static let typed = Array("ㄱㄲㅂㅅㅄ가각김나비ab1-0 ").map(String.init)

    @Test(arguments: 0..<40) func aSearchFindsTheContactsWhoseNameOrNumberHasIt(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let contacts = try (0..<200).map { id in
            let name = (0..<4).map { _ in Self.typed.randomElement(using: &random) ?? "" }.joined()
            let digits = String((0..<8).map { _ in "0123".randomElement(using: &random) ?? "0" })
            return Contact(
                id: ContactID(Int64(id)), name: PlainText("x" + name), number: try PhoneNumber("010" + digits))
        }
        let index = PhoneBookIndex(contacts)
        for _ in 0..<12 {
            let text = (0...2).map { _ in Self.typed.randomElement(using: &random) ?? "" }.joined()
            let pattern = SearchPattern(text)
            let list = index.list(matching: pattern)
            let found = (0..<index.count).map { index[$0] }.filter {
                let entry = SearchEntry(titles: [$0.name.string], details: [$0.number.digits])
                return pattern.isEmpty || !SearchIndex([entry]).hits(matching: pattern).isEmpty
            }
            let listed = (0..<list.count).map { list[$0] }
            #expect(listed.sorted { $0.id < $1.id } == found.sorted { $0.id < $1.id }, "\(text)")
            for section in list.sections {
                let isName = section.rows.map { pattern.matches(list[$0].name.string) }
                #expect(isName == isName.filter { $0 } + isName.filter { !$0 }, "\(text)")
            }
            #expect(list.sections.map(\.count).reduce(0, +) == list.count)
        }
    }

    @Test(arguments: 0..<3) func theIndexOfABookIsInOrderAfterEveryChange(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        try await withContacts { path in
            let book = PhoneBookStore(at: path)
            var contacts: [ContactID: Contact] = [:]
            for _ in 0..<60 {
                let name = "x" + (0..<3).map { _ in Self.typed.randomElement(using: &random) ?? "" }.joined()
                if let old = contacts.values.sorted(by: { $0.id < $1.id }).randomElement(using: &random) {
                    switch Int.random(in: 0...2, using: &random) {
                    case 0:
                        guard case .deleted(let deleted) = try await book.delete(old) else { break }
                        contacts[old.id] = Bool.random(using: &random) ? try await book.restore(deleted) : nil
                    case 1: contacts[old.id] = try await book.update(old, to: .example(name)).contact
                    default: break
                    }
                }
                let new = try await book.keep(Self.typed[0] + name)
                contacts[new.id] = new
                let (index, anew) = (try await book.index(), PhoneBookIndex(contacts.values))
                #expect((0..<index.count).map { index[$0] } == (0..<anew.count).map { anew[$0] })
                #expect(index.list.sections == anew.list.sections)
            }
        }
    }

    @Test func namesakesStandInTheOrderOfTheirAge() throws {
        let list = try index(["가", "가", "가"]).list
        #expect((0..<list.count).map { list[$0].id.value } == [1, 2, 3])
    }

    @Test func aContactIsFoundInItsRow() throws {
        let index = try index(["다", "가", "나", "각"])
        #expect(index.list.row(of: ContactID(1)) == 3)
        let list = index.list(matching: SearchPattern("가"))
        #expect(list.names == ["가", "각"])
        #expect(list.row(of: ContactID(4)) == 1)
        #expect(list.row(of: ContactID(1)) == nil)
        #expect(list[0].id == ContactID(2))
        #expect(index.contact(ContactID(3))?.name == "나")
        #expect(index.contact(ContactID(9)) == nil)
    }

    @Test func aNameComesBeforeANumberAndIsTheBestRow() throws {
        let contacts = try [("가", "010-1234-5678"), ("가12", "02-999-0000"), ("나12", "031-222-3333")].enumerated().map {
            Contact(id: ContactID(Int64($0)), name: PlainText($1.0), number: try PhoneNumber($1.1))
        }
        let index = PhoneBookIndex(contacts)
        let list = index.list(matching: SearchPattern("12"))
        #expect(list.names == ["가12", "가", "나12"])
        #expect(list.bestRow == 0)
        #expect(index.list(matching: SearchPattern("5678")).bestRow == nil)
    }

    @Test func whereNobodyIsFoundTheNearestNameIsProposed() throws {
        let index = try index(["박지훈", "김서연", "이도윤"])
        #expect(index.list(matching: SearchPattern("박치훈")).nearestName == "박지훈")
        #expect(index.list(matching: SearchPattern("서현")).nearestName == "김서연")
        #expect(index.list(matching: SearchPattern("박지훈")).nearestName == nil)
        #expect(index.list(matching: SearchPattern("최강두")).nearestName == nil)
    }

    @Test func suggestionsBeginWithWhatWasTyped() throws {
        let index = try index(["박지훈", "지훈", "지수", "김지수", "Jin", "한지"])
        #expect(index.suggestions(for: "지", limit: 3).map(\.name) == ["지수", "지훈", "김지수"])
        #expect(index.suggestions(for: "ㅈㅎ", limit: 5).map(\.name) == ["지훈", "박지훈"])
        #expect(index.suggestions(for: "", limit: 5).isEmpty)
        #expect(index.suggestions(for: "  ", limit: 5).isEmpty)
        #expect(index.suggestions(for: "j", limit: 5).map(\.name) == ["Jin"])
    }

    @Test func copiesAreEqualAndOthersAreNot() throws {
        let one = try index(["가"])
        let copy = one
        #expect(one == copy)
        #expect(try one != index(["가"]))
        #expect(PhoneBookIndex.empty == PhoneBookIndex([]))
    }
}
