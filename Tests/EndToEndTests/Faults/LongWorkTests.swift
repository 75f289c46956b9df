import Contacts
import Domain
import Foundation
import Glibc
import TerminalProbe
import TerminalText
import TestSupport
import Testing

/// Long operations show their progress on a terminal, and erase it when they end.
@Suite struct LongWorkTests {
    @Test func anImportShowsHowFarItIsAndWipesTheLine() async throws {
        let scratch = try Scratch()
        let pipe = try NamedPipe(in: scratch)
        try await withShop(["contacts", "import", pipe.path], scratch: scratch) { program in
            let began = ContinuousClock.now
            try pipe.write(Self.cards(0..<500))
            try program.wait(forText: "연락처 가져오는 중  400")
            // Long enough that the elapsed time is shown as well: the line is updated although no input comes.
            try program.wait(forText: "400  2초")
            let updates = program.takeBytes().count { $0 == UInt8(ascii: "\r") }
            #expect(updates <= Int((ContinuousClock.now - began) / .milliseconds(100)) + 1)
            try pipe.write(Self.cards(500..<600) + "BEGIN:VCARD\nFN:최\nEND:VCARD\n")
            pipe.close()
            #expect(try program.waitForExit() == .exited(1))
            #expect(
                program.screen.text.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty } == [
                    "banchan: 2401번째 줄: 전화번호가 없습니다.",
                    "연락처 600개를 추가했습니다. 이미 있는 것은 0개이고 1개는 읽지 못했으며, 이해하", "지 못한 줄은 0개입니다.",
                ])
        }
    }

    @Test func anImportThatIsInterruptedTellsWhatIsKept() async throws {
        let scratch = try Scratch()
        let pipe = try NamedPipe(in: scratch)
        try await withShop(["contacts", "import", pipe.path], scratch: scratch) { program in
            try pipe.write(Self.cards(0..<500))
            try program.wait(forText: "연락처 가져오는 중  400")
            try program.type([3])
            #expect(try program.waitForExit() == .exited(130))
            let text = program.screen.text.joined(separator: "\n")
            #expect(text.contains("멈췄습니다. 연락처 400개는 추가되어 남아 있습니다."))
            #expect(!text.contains("가져오는 중"))
        }
        let book = PhoneBookStore(at: scratch.url.appending(path: "data/banchan/contacts.sqlite").path)
        #expect(try await book.count() == 400)
    }

    @Test func anExportShowsHowFarItIs() async throws {
        let scratch = try Scratch()
        let file = scratch.url.appending(path: "cards.vcf").path
        try Data(Self.cards(0..<3_000).utf8).write(to: URL(filePath: file))
        #expect(
            try await runWithoutTerminal(["contacts", "import", file], environment: scratch.environment).status == 0)
        let pipe = try NamedPipe(in: scratch)
        let command = "exec '\(Built.banchan)' contacts export > '\(pipe.path)'"
        try await withShop(
            ["-c", command], of: "/bin/sh", environment: ["LANG": "C.UTF-8", "NO_COLOR": "1"], scratch: scratch
        ) { program in
            // Nothing reads the pipe yet, so the export blocks in the middle.
            try program.wait(for: "a bar") { screen in
                screen.text.contains { $0.contains(#/^Exporting contacts  ━+─+  [\d,]+\/3,000/#) }
            }
            var begun = 0
            try program.wait(for: "the beginning of every card") { _ in
                begun += pipe.read().count { $0 == UInt8(ascii: "B") }
                return begun >= 3_000
            }
            #expect(try program.waitForExit() == .exited(0))
            begun += pipe.read().count { $0 == UInt8(ascii: "B") }
            #expect(begun == 3_000)
            #expect(program.screen.text.allSatisfy { $0.allSatisfy { $0 == " " } })
        }
    }

    @Test func shortWorkShowsNothing() async throws {
        let scratch = try Scratch()
        let file = scratch.url.appending(path: "cards.vcf").path
        try Data(Self.cards(0..<3).utf8).write(to: URL(filePath: file))
        #expect(try await leavesNoTrace(["contacts", "import", file], scratch: scratch))
    }

    @Test func aCheckThatIsInterruptedLeavesNoLine() async throws {
        let dishes = (0..<10_000).map { number in
            Dish(
                detailHash: "H\(number)", image: "/pictures/\(number).jpg", title: PlainText("[소반가] 반찬 \(number)"),
                price: Won(1_000 + number))
        }
        let menu = try TemporaryMenu(main: dishes)
        try await withShop(["check", menu.url.path]) { program in
            try program.wait(forText: "가게 파일 확인하는 중")
            try program.type([3])
            let status = try program.waitForExit()
            #expect(status == .signalled(SIGINT))
            #expect(!program.screen.text.joined().contains("확인하는 중"))
        }
    }

    @Test(arguments: ["/dev/zero", "/dev/urandom"]) func whatHasNoEndIsOneSentence(_ path: String) async throws {
        let output = try await runWithoutTerminal(["contacts", "import", path])
        #expect(output.status == 1)
        #expect(
            output.standardError.hasSuffix("does not look like a file of contacts (vCard): the rest was not read.\n"))
        #expect(output.standardError.split(separator: "\n").count <= 2)
        #expect(!output.standardError.contains("\u{1B}"))
    }

    private static func cards(_ numbers: Range<Int>) -> String {
        numbers.map { "BEGIN:VCARD\nFN:손님 \($0)\nTEL:010-1234-\(1_000 + $0)\nEND:VCARD\n" }.joined()
    }
}

/// A named pipe whose other end is used by a program.
private final class NamedPipe: Sendable {
    let path: String
    private let descriptor: Int32

    convenience init(in scratch: Scratch) throws { try self.init(at: scratch.url.appending(path: "pipe").path) }

    init(at path: String) throws {
        self.path = path
        // Opened for both directions, so that neither end waits for the other.
        descriptor = mkfifo(path, 0o600) == 0 ? open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC) : -1
        try #require(descriptor >= 0)
    }

    func write(_ text: String) throws {
        let bytes = Array(text.utf8)
        #expect(Glibc.write(descriptor, bytes, bytes.count) == bytes.count)
    }

    func close() { Glibc.close(descriptor) }

    /// Returns everything that is in the pipe now.
    func read() -> [UInt8] {
        var (all, piece) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
        while true {
            let count = Glibc.read(descriptor, &piece, piece.count)
            guard count > 0 else { return all }
            all += piece.prefix(count)
        }
    }
}
