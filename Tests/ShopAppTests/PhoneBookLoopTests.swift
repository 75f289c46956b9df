import Canvas
import Contacts
import Domain
import Foundation
import ShopClient
import ShopHTTP
import Terminal
import TerminalText
import TestSupport
import Testing

@testable import ShopApp

/// The phone book in the complete event loop, with a real database and a fake terminal.
@TerminalActor @Suite
struct PhoneBookLoopTests {
    private let terminal = RecordingTerminal(size: Size(width: 80, height: 24))
    private let source = ScriptedSource()
    private let directory = FileManager.default.temporaryDirectory.appending(component: "banchan-\(UUID())")
    private var path: String { directory.appending(path: "contacts.sqlite").path }

    /// Opens the shop at the phone book, runs `body`, and quits.
    private func withOpenBook(_ body: @TerminalActor () async throws -> Void) async throws {
        defer { try? FileManager.default.removeItem(at: directory) }
        let repository = SectionRepository(sections: [SectionDefinition.menu[0]], source: source, spacing: .zero)
        let creatures = PokemonService(client: HTTPClient(), cache: nil) { nil }
        let desk = ContactsService(store: PhoneBookStore(at: path), creatures: creatures, colors: .none)
        let loop = ShopLoop(device: terminal, repository: repository, phoneBook: desk, words: .korean)
        async let running: Void = loop.run()
        await source.answer(.main, [Fixture.galbi])
        await shows("떡갈비")
        let isUntouched = !FileManager.default.fileExists(atPath: path)
        #expect(isUntouched || FileManager.default.contents(atPath: path) == PhoneBookLoopTests.garbage)
        terminal.press(.character("2"))
        try await body()
        terminal.press(.escape, .character("y"), .escape, .character("q"))
        await running
    }

    private static let garbage = Data(String(repeating: "no database ", count: 500).utf8)

    private func shows(_ text: String) async { await terminal.wait { $0.picture.contains(text) } }

    private func type(_ text: String) { for character in text { terminal.press(.character(character)) } }

    /// Adds a contact through the form.
    private func add(_ name: String, _ number: String) async {
        terminal.press(.character("a"))
        type(name)
        terminal.press(.enter)
        type(number)
        terminal.press(.enter, .enter)
        await shows("\(name) 님을 저장했습니다.")
        await terminal.wait { $0.panels.contains { $0.region.name.hasPrefix("contacts/") } && $0.contains(name) }
    }

    @Test func whatIsTypedIsKeptAndShownAndCanBeDeletedAndBroughtBack() async throws {
        try await withOpenBook {
            await shows("아직 연락처가 없습니다.")
            await add("홍길동", "01012345678")
            await shows("010-1234-5678")
            terminal.press(.character("d"), .character("y"))
            await shows("u 되돌리기")
            await shows("아직 연락처가 없습니다.")
            terminal.press(.character("u"))
            await shows("홍길동 님을 되돌렸습니다.")
            await shows("010-1234-5678")
            let kept = try await PhoneBookStore(at: path).index()
            #expect((0..<kept.count).map { kept[$0].name } == ["홍길동"])
        }
    }

    @Test func whatAnotherProgramChangesIsShown() async throws {
        try await withOpenBook {
            await shows("아직 연락처가 없습니다.")
            let other = PhoneBookStore(at: path)
            let draft = try ContactDraft(name: "성춘향", number: PhoneNumber("0212345678"))
            guard case .saved(let contact) = try await other.create(draft) else { throw CancellationError() }
            await shows("성춘향")
            terminal.press(.character("e"))
            await shows("[ 삭제 ]")
            let renamed = try ContactDraft(name: "성춘향이", number: PhoneNumber("0212345678"))
            _ = try await other.update(contact, to: renamed)
            await shows("그 사이 다른 곳에서 바뀌었습니다.")
            await shows("이름    성춘향이")
            #expect(terminal.frame?.contains("02-1234-5678") == true)
        }
    }

    @Test func aNumberThatIsTakenIsGivenToTheContactThatHasItIfOneSaysYes() async throws {
        try await withOpenBook {
            await shows("아직 연락처가 없습니다.")
            await add("홍길동", "01012345678")
            terminal.press(.character("a"))
            type("길동이")
            terminal.press(.tab)
            type("01012345678")
            terminal.press(.enter, .enter)
            await shows("그 연락처를 수정할까요?")
            terminal.press(.enter)
            await shows("길동이 님을 저장했습니다.")
            let kept = try await PhoneBookStore(at: path).index()
            #expect((0..<kept.count).map { kept[$0].name } == ["길동이"])
        }
    }

    @Test func aDamagedPhoneBookIsASentenceAndIsLeftAsItIs() async throws {
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        try PhoneBookLoopTests.garbage.write(to: URL(filePath: path))
        try await withOpenBook {
            await shows("그대로 두었습니다.")
            #expect(FileManager.default.contents(atPath: path) == PhoneBookLoopTests.garbage)
            terminal.press(.character("1"))
            await shows("떡갈비")
            terminal.press(.character("2"))
        }
    }

    @Test func aPictureThatCannotBeFetchedIsASentenceInTheForm() async throws {
        try await withOpenBook {
            await shows("아직 연락처가 없습니다.")
            terminal.press(.character("a"), .backTab, .enter)
            await shows("그림 서버에 연결할 수 없습니다.")
            #expect(terminal.frame?.panels.contains { $0.region == Region("contact") } == true)
        }
    }

    @Test func typingInTheFormDrawsTheFormOnly() async throws {
        try await withOpenBook {
            await shows("아직 연락처가 없습니다.")
            await add("홍길동", "01012345678")
            terminal.press(.character("e"))
            await shows("[ 삭제 ]")
            terminal.forgetPlans()
            terminal.press(.character("a"), .left)
            #expect(terminal.changed == [Region("contact")])
        }
    }

    @Test func theOrderFormOffersWhoIsKnown() async throws {
        try await withOpenBook {
            await shows("아직 연락처가 없습니다.")
            await add("김철수", "01012345678")
            terminal.press(.character("1"), .character("o"), .character("김"))
            await terminal.wait { $0.panels.contains { $0.region == Region("suggestions") } }
            terminal.press(.down, .tab)
            await shows("이름      김철수")
            #expect(terminal.frame?.panels.contains { $0.region == Region("suggestions") } == false)
            terminal.press(.tab, .tab, .right)
            await shows("전화      010-1234-5678")
            terminal.press(.escape, .character("y"))
        }
    }
}

/// A list of 100,000 contacts.
struct LargePhoneBookTests {
    private static let index = BookFixture.many(100_000)

    @Test(arguments: [Size(width: 80, height: 24), Size(width: 20, height: 6)])
    func onlyWhatIsInViewIsLaidOut(_ size: Size) {
        var state = ShopState(
            size: size, sections: Fixture.sections, hasPhoneBook: true, now: Fixture.noon)
        state.list(LargePhoneBookTests.index.list, state.press(.character("2")))
        var view = ShopView(words: .korean)
        _ = view.frame(of: state)
        let opened = view.list.rowsLaidOut
        #expect((1...size.height).contains(opened))
        _ = view.frame(of: state)
        #expect(view.list.rowsLaidOut == opened)
        state.press(.down)
        _ = view.frame(of: state)
        #expect(view.list.rowsLaidOut <= opened + 1)
        state.press(.end)
        _ = view.frame(of: state)
        #expect(view.list.rowsLaidOut <= 2 * opened + 2)
        #expect(state.selectedContact == LargePhoneBookTests.index[99_999])
    }

    /// The cache key of a row contains everything it displays, so a row cannot show another contact's name.
    @Test func noRowEverShowsAnothersName() {
        var state = BookFixture.state(80, 24)
        var view = ShopView(words: .korean)
        for contacts in [BookFixture.contacts, BookFixture.contacts.reversed(), [BookFixture.gildong]] {
            for key in [Key.down, .end, .up, .home] {
                state.press(key)
                state.list(PhoneBookIndex(contacts).list, state.tell(.changed))
                #expect(view.frame(of: state) == Fixture.frame(state))
            }
        }
    }
}

struct AvatarDiscTests {
    private let whole = CellPicture(
        size: AvatarDisc.formSize, cells: Array(repeating: PictureCell("x", .indexed(1), .indexed(2)), count: 72))

    private func lines(_ size: Size, picture: CellPicture?, _ name: PlainText) -> [Line] {
        let disc = AvatarDisc(size: size, picture: picture, name: name)
        return (0..<size.height).map { row in
            var line = LineBuilder(width: 40, margin: 2)
            disc.add(row: row, to: &line)
            line.left("text")
            return line.line
        }
    }

    @Test(arguments: [AvatarDisc.cardSize, AvatarDisc.formSize])
    func nothingIsEverOutsideTheCircleAndTheTextAlwaysBeginsAfterIt(_ size: Size) {
        let halves = CircleMask(Size(width: size.width, height: size.height * 2))
        for picture in [nil, whole] {
            for (row, line) in lines(size, picture: picture, "홍길동").enumerated() {
                let text = line.spans.last
                #expect(text?.text == "text")
                #expect(text?.column == 2 + size.width)
                let (upper, lower) = (halves.columns(ofRow: 2 * row), halves.columns(ofRow: 2 * row + 1))
                let columns = min(upper.lowerBound, lower.lowerBound)..<max(upper.upperBound, lower.upperBound)
                for span in line.spans.dropLast() {
                    #expect(columns.lowerBound + 2 <= span.column)
                    #expect(span.end <= columns.upperBound + 2)
                }
                for slice in line.pictures {
                    for (column, cell) in slice.picture.cells(ofRow: slice.row).enumerated() where cell != nil {
                        #expect(columns.contains(column + slice.column - 2))
                    }
                }
            }
        }
    }

    /// A cell of which half is in the circle is half a block.
    @Test func aDiscWithoutAPictureIsRound() {
        let texts = lines(AvatarDisc.cardSize, picture: nil, "홍길동").map { line in
            line.spans.dropLast().map(\.text).joined()
        }
        #expect(texts.map(\.columns) == [10, 14, 16, 16, 16, 16, 14, 10])
        #expect(texts.first?.hasPrefix("▄") == true && texts.last?.hasPrefix("▀") == true)
    }

    @Test(arguments: [
        ("홍길동", "     홍     "), ("ann", "     A      "), ("👨‍👩‍👧 가족", "     👨     "), ("ß", "     SS     "),
    ])
    func withoutAPictureItIsTheInitial(_ name: String, _ middle: String) {
        let line = lines(AvatarDisc.formSize, picture: nil, PlainText(name))[3]
        #expect(line.spans[0].text == middle)
        #expect(line.spans[0].columns == 12)
        #expect(line.spans[0].style == Style(.accent, [.reverse, .bold]))
    }
}
