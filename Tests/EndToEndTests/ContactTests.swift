import Contacts
import Foundation
import TerminalProbe
import TerminalText
import TestPeers
import TestSupport
import Testing

/// The phone book as its owner uses it, with the program's own shop.
@Suite struct ContactTests {
    @Test func aContactIsTypedInHangulHoweverTheTerminalCutsItsBytes() async throws {
        let seed: UInt64 = 11
        let scratch = try Scratch()
        try await withShop(scratch: scratch) { program in
            var random = SeededGenerator(seed: seed)
            try program.goToThePhoneBook()
            try program.press("a")
            try program.wait(forText: "새 연락처")
            // Type a wrong syllable and delete it, then insert text in front.
            for text in ["홍길똥\u{7F}동\u{1B}[H남궁 ", "\r", "01012345678"] {
                var rest = Array(text.utf8)[...]
                while !rest.isEmpty {
                    let count = Int.random(in: 1...3, using: &random)
                    try program.type(Array(rest.prefix(count)))
                    try program.pump(milliseconds: 1)
                    rest = rest.dropFirst(count)
                }
                try program.waitUntilRead()
            }
            try program.wait(for: "name and number, the cursor at the caret, seed \(seed)") { screen in
                program.shows("이름    남궁 홍길동") && program.shows("번호    010-1234-5678")
                    && screen.cursor.isVisible
                    && screen.line(screen.cursor.row).prefix(columns: screen.cursor.column).hasSuffix("010-1234-5678")
            }
            try program.press("enter", "enter")
            try program.wait(forText: "남궁 홍길동 님을 저장했습니다.")
            try program.wait(untilGone: "새 연락처")
            try program.press("q")
            _ = try program.waitForExit()
        }
        #expect(try await scratch.contacts() == ["남궁 홍길동 010-1234-5678"])
        let file = scratch.url.appending(path: "data/banchan/contacts.sqlite").path
        let rights = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(rights == 0o600)
    }

    @Test func theFormOfAContactChangesThatContact() async throws {
        let scratch = try Scratch()
        try await withShop(scratch: scratch) { program in
            try program.goToThePhoneBook()
            try program.add("김철수", "0212345678")
            try program.add("김철수", "0212345679")
            try program.press("home", "down", "e")
            try program.wait(forText: "[ 삭제 ]")
            try program.press("ctrl-w", "\u{1B}[200~이\n몽룡\u{1B}[201~", "enter", "ctrl-u", "1", "enter", "enter")
            try program.wait(forText: "번호가 맞지 않습니다")
            try program.press("ctrl-u", "0311234567", "enter", "enter")
            try program.wait(forText: "이 몽룡 님을 저장했습니다.")
            try program.wait(untilGone: "[ 삭제 ]")
            try program.wait(forText: "031-123-4567")
        }
        #expect(try await scratch.contacts() == ["김철수 02-1234-5678", "이 몽룡 031-123-4567"])
    }

    @Test func aRandomPictureComesIntoTheCircleOfTheFormAndOfTheCard() async throws {
        try await withShop { program in
            try program.goToThePhoneBook()
            try program.press("a", "홍길동", "enter", "01012345678", "shift-tab", "shift-tab")
            repeat {
                try program.press("enter")
                try program.wait(for: "an answer") { _ in
                    program.circle(size: (12, 6)) != nil || program.shows("에게는 그림이 없습니다")
                }
            } while program.circle(size: (12, 6)) == nil
            try program.press("tab", "tab", "enter", "enter")
            try program.wait(forText: "홍길동 님을 저장했습니다.")
            try program.wait(untilGone: "새 연락처")
            try program.wait(forText: "010-1234-5678")
            #expect(program.circle(size: (12, 6)) == nil)
            try program.press("enter")
            try program.wait(for: "the circle on the card") { _ in program.circle(size: (16, 8)) != nil }
            #expect(program.shows("010-1234-5678"))
        }
    }

    @Test func theDiscOfAPictureIsLightGreyInAnyColour() async throws {
        try await withShop(environment: ["COLORTERM": "truecolor"]) { program in
            try program.goToThePhoneBook()
            try program.press("a", "홍길동", "enter", "01012345678", "shift-tab", "shift-tab")
            repeat {
                try program.press("enter")
                try program.wait(for: "an answer") { _ in
                    program.circle(size: (12, 6)) != nil || program.shows("에게는 그림이 없습니다")
                }
            } while program.circle(size: (12, 6)) == nil
            let corner = try #require(program.circle(size: (12, 6)))
            let colors = (0..<6).flatMap { row in
                program.screen.cells(row: corner.row + row)[corner.column..<(corner.column + 12)].map(\.background)
            }
            #expect(colors.contains(.rgb(red: 0xE4, green: 0xE4, blue: 0xE4)))
            #expect(!colors.contains(.rgb(red: 0, green: 0, blue: 254)), "the number of the palette as blue")
        }
    }

    @Test func twoProgramsShowEachOthersChanges() async throws {
        let scratch = try Scratch()
        try await withShop(scratch: scratch) { one in
            let other = try ProgramOnTerminal(
                Built.banchan, environment: scratch.environment.merging(["LANG": "ko_KR.UTF-8"]) { $1 })
            for program in [one, other] { try program.goToThePhoneBook() }
            try one.add("홍길동", "01012345678")
            try other.wait(forText: "010-1234-5678")
            try other.add("성춘향", "01087654321")
            try one.wait(forText: "010-8765-4321")
            try other.press("home", "e")
            try other.wait(forText: "[ 삭제 ]")
            try one.press("home", "e", "x", "enter", "enter", "enter")
            try one.wait(forText: "성춘향x 님을 저장했습니다.")
            try one.wait(untilGone: "이름    ")
            try other.wait(forText: "그 사이 다른 곳에서 바뀌었습니다.")
            try other.wait(forText: "이름    성춘향x")
            // The list may change later than the form over it; a contact is deleted as the list shows it.
            try other.press("escape")
            try other.wait(untilGone: "이름    ")
            try other.wait(forText: "성춘향x")
            try other.press("d", "y")
            try other.wait(forText: "u 되돌리기")
            try one.wait(untilGone: "성춘향x")
            try other.press("u")
            try one.wait(forText: "성춘향x")
            for program in [one, other] {
                try program.press("q")
                _ = try program.waitForExit()
            }
        }
        #expect(try await scratch.contacts().count == 2)
    }

    @Test func somebodyIsFoundByInitialConsonantsAndTheOrderFormOffersThem() async throws {
        try await withShop { program in
            try program.goToThePhoneBook()
            for (name, number) in [("홍길동", "01012345678"), ("김밥", "01012345679"), ("갈비", "01012345670")] {
                try program.add(name, number)
            }
            try program.press("/", "ㄱㅂ")
            try program.wait(forText: "/ ㄱㅂ")
            try program.wait(untilGone: "홍길동")
            try program.press("backspace", "ㄱㄷ", "ctrl-u", "5678")
            try program.wait(untilGone: "김밥")
            try program.wait(forText: "홍길동")
            try program.press("escape")
            try program.wait(forText: "김밥")
            try program.press("1", "o")
            try program.wait(forText: "주문하기")
            try program.press("홍")
            try program.wait(for: "who may be meant") {
                $0.text.contains { $0.contains("  홍길동") && !$0.contains("저장") }
            }
            try program.press("down", "enter")
            try program.wait(forText: "이름      홍길동")
        }
    }

}

extension ProgramOnTerminal {
    /// Opens the contacts counter, whatever its number, once the first list is there.
    fileprivate func goToThePhoneBook() throws {
        try wait(forText: "연락처")
        try wait(forText: "연결됨")
        let tab = try #require(screen.line(0).firstMatch(of: #/(\d) 연락처/#))
        try press(Key(String(tab.1)))
        try wait(for: "the phone book") { _ in shows("아직 연락처가 없습니다.") || shows("명") }
    }

    /// Adds a contact with the keys, and waits until it is in the list.
    fileprivate func add(_ name: String, _ number: String) throws {
        try press("a", Key(name), "enter", Key(number), "enter", "enter")
        let shown = try PhoneNumber(number).description
        try wait(for: "\(name) in the list") {
            $0.text.contains { $0.contains(name) && $0.contains(shown) && !$0.contains("번호") }
        }
    }

    /// Finds a round picture of that size and returns its upper left corner: its cells are coloured, except for its
    /// corners. Returns `nil` if there is none.
    func circle(size: (columns: Int, rows: Int)) -> (column: Int, row: Int)? {
        let isColored = (0..<screen.rows).map { row in
            screen.cells(row: row).map { cell in
                switch cell.background {
                case .default: false
                case .indexed(let number): number >= 16
                case .rgb: true
                }
            }
        }
        for row in 1..<(screen.rows - size.rows) {
            for column in 0..<(screen.columns - size.columns) {
                let middle = isColored[row + size.rows / 2][column..<(column + size.columns)]
                let corners = [row, row + size.rows - 1].flatMap {
                    [isColored[$0][column], isColored[$0][column + size.columns - 1]]
                }
                let top = isColored[row][column + size.columns / 2]
                if middle.allSatisfy(\.self), top, !corners.contains(true) { return (column, row) }
            }
        }
        return nil
    }
}

extension Scratch {
    /// Returns the contacts of this device in order.
    fileprivate func contacts() async throws -> [String] {
        let index = try await PhoneBookStore(at: url.appending(path: "data/banchan/contacts.sqlite").path).index()
        return (0..<index.count).map { "\(index[$0].name) \(index[$0].number)" }
    }
}
