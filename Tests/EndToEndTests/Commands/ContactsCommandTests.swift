import Foundation
import Glibc
import TestSupport
import Testing

@Suite struct ContactsCommandTests {
    private static let cards = """
        BEGIN:VCARD
        VERSION:3.0
        N:김;지훈;;;
        TEL;TYPE=CELL:010-1234-5678
        END:VCARD
        BEGIN:VCARD
        VERSION:4.0
        UID:urn:uuid:4fbe8971-0bc3-424c-9c26-36c3e1eff6b1
        FN:박서연
        TEL;VALUE=uri:tel:+82-2-123-4567
        END:VCARD

        """

    @Test func contactsGoInOnceAndComeOutAgain() async throws {
        let scratch = try Scratch()
        let file = scratch.url.appending(path: "cards.vcf")
        try Data(Self.cards.utf8).write(to: file)
        for added in ["2 contacts added, 0 there already", "0 contacts added, 2 there already"] {
            let output = try await contacts(["import", file.path], scratch)
            #expect(output.status == 0)
            #expect(output.standardOutput == "\(added), 0 not read, 0 lines not understood.\n")
        }
        let output = try await contacts(["export"], scratch)
        #expect(output.status == 0)
        #expect(output.standardOutput.contains("FN:김지훈\r\nN:김;지훈;;;\r\nTEL;TYPE=CELL:010-1234-5678\r\n"))
        #expect(output.standardOutput.contains("UID:urn:uuid:4fbe8971-0bc3-424c-9c26-36c3e1eff6b1\r\nFN:박서연\r\n"))

        let copy = scratch.url.appending(path: "copy.vcf")
        #expect(try await contacts(["export", copy.path], scratch).status == 0)
        #expect(try String(contentsOf: copy, encoding: .utf8) == output.standardOutput)
        #expect(try FileManager.default.attributesOfItem(atPath: copy.path)[.posixPermissions] as? Int == 0o600)
        #expect(try await contacts(["export", copy.path], Scratch()).status == 0)
        #expect(try Data(contentsOf: copy).isEmpty)
    }

    @Test func badCardsAreToldInTheUsersLanguageAndTheOthersAreAdded() async throws {
        let scratch = try Scratch()
        let file = scratch.url.appending(path: "cards.vcf")
        try Data((Self.cards + "BEGIN:VCARD\nFN:최\nEND:VCARD\n").utf8).write(to: file)
        let output = try await contacts(["import", file.path], scratch, ["LANG": "ko_KR.UTF-8"])
        #expect(output.status == 1)
        #expect(output.standardError == "banchan: 12번째 줄: 전화번호가 없습니다.\n")
        #expect(output.standardOutput.hasPrefix("연락처 2개를 추가했습니다."))
    }

    @Test func twoPeopleOfOneUIDAreSaidInTheSummary() async throws {
        let scratch = try Scratch()
        let cards = ["1 김하나 010-1111-1111", "1 이둘 010-2222-2222", "2 박셋 010-3333-3333"].map { card in
            let parts = card.split(separator: " ")
            return "BEGIN:VCARD\nUID:\(parts[0])\nFN:\(parts[1])\nTEL:\(parts[2])\nEND:VCARD\n"
        }
        let file = scratch.url.appending(path: "cards.vcf")
        try Data(cards.joined().utf8).write(to: file)
        let first = try await contacts(["import", file.path], scratch)
        #expect(first.status == 0)
        #expect(
            first.standardOutput == """
                3 contacts added, 0 there already, 0 not read, 0 lines not understood. \
                1 of those added had the identifier (UID) of another contact, and got a new one.

                """)
        let changed = cards[2].replacing("FN:박셋", with: "FN:박사")
        try Data((cards.joined() + changed.replacing("UID:2", with: "UID:3")).utf8).write(to: file)
        let second = try await contacts(["import", file.path], scratch)
        #expect(second.standardOutput == "1 contact added, 3 there already, 0 not read, 0 lines not understood.\n")
        try Data(changed.utf8).write(to: file)
        let third = try await contacts(["import", file.path], scratch, ["LANG": "ko_KR.UTF-8"])
        #expect(third.status == 0)
        #expect(
            third.standardOutput == """
                연락처 0개를 추가했습니다. 이미 있는 것은 1개이고 0개는 읽지 못했으며, 이해하지 못한 줄은 0개입니다. \
                이미 있는 것 중 1개는 내용이 달라 그대로 두었습니다.

                """)
        #expect(try await contacts(["list"], scratch).standardOutput.split(separator: "\n").count == 4)
    }

    @Test func aForeignNumberIsMarked() async throws {
        let scratch = try Scratch()
        let file = scratch.url.appending(path: "cards.vcf")
        try Data("BEGIN:VCARD\nFN:Ann\nTEL:+1 (415) 555-0100\nEND:VCARD\n".utf8).write(to: file)
        #expect(try await contacts(["import", file.path], scratch).status == 0)
        #expect(try await contacts([], scratch).standardOutput == "+1 (415) 555-0100 (abroad)  Ann\n")
        let korean = try await contacts([], scratch, ["LANG": "ko_KR.UTF-8"])
        #expect(korean.standardOutput == "+1 (415) 555-0100 (해외)  Ann\n")
        let json = try await contacts(["--json"], scratch).standardOutput
        #expect(try JSONSchema(named: "contacts").problems(in: json) == [])
        #expect(json.contains("\"is_foreign\""))
        #expect(try await contacts(["export"], scratch).standardOutput.contains("TEL:+1 (415) 555-0100\r\n"))
    }

    @Test(arguments: [
        ("이름,전화번호\n김지훈,010-1234-5678\n", "cards.csv", "표(CSV)입니다", "is a table (CSV)"),
        ("PK\u{3}\u{4}\u{14}rest", "cards.zip", "압축 파일(zip)입니다", "is a zip archive"),
    ])
    func aFileThatIsNoneOfCardsIsNamed(
        _ content: String, _ name: String, _ korean: String, _ english: String
    ) async throws {
        let scratch = try Scratch()
        let file = scratch.url.appending(path: name)
        try Data(content.utf8).write(to: file)
        for (language, sentence) in [("ko_KR.UTF-8", korean), ("C.UTF-8", english)] {
            let output = try await contacts(["import", file.path], scratch, ["LANG": language])
            #expect(output.status == 1)
            #expect(output.standardError.contains(sentence))
            #expect(output.standardError.hasPrefix("banchan: \(file.path)"))
            #expect(output.standardError.split(separator: "\n").count == 1)
        }
    }

    @Test func whatCannotBeReadOrWrittenIsOneSentence() async throws {
        let scratch = try Scratch()
        let missing = try await contacts(["import", "/nowhere/cards.vcf"], scratch)
        #expect(missing.status == 1)
        #expect(
            missing.standardError == "banchan: /nowhere/cards.vcf cannot be read: there is no such file or directory.\n"
        )
        let unwritable = try await contacts(["export", "/nowhere/cards.vcf"], scratch)
        #expect(unwritable.status == 1)
        #expect(
            unwritable.standardError
                == "banchan: /nowhere/cards.vcf cannot be written: there is no such file or directory.\n")
    }

    @Test func aWrongAddressForTheirPicturesIsOneSentence() async throws {
        for (arguments, environment) in [
            (["--pokeapi", "pokeapi.co"], [:]), ([], ["BANCHAN_POKEAPI": "pokeapi.co"]),
        ] as [([String], [String: String])] {
            let output = try await runWithoutTerminal(arguments, environment: environment)
            #expect(output.status == 64)
            #expect(output.standardError.hasPrefix("banchan: Not the address"))
            #expect(output.standardError.contains("pokeapi.co"))
        }
    }

    @Test func aDamagedPhoneBookIsToldAndLeftAsItIs() async throws {
        let scratch = try Scratch()
        let path = scratch.url.appending(path: "data/banchan/contacts.sqlite")
        try FileManager.default.createDirectory(at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
        let content = Data(String(repeating: "not a database\n", count: 500).utf8)
        try content.write(to: path)
        let output = try await contacts(["export"], scratch)
        #expect(output.status == 1)
        #expect(
            output.standardError
                == "banchan: The phone book \(path.path) cannot be used: it is damaged, and was left as it is.\n")
        #expect(try Data(contentsOf: path) == content)
    }

    @Test func aFifoIsWrittenTo() async throws {
        let scratch = try await withOneContact()
        let copy = try await shell(
            "mkfifo $HOME/fifo && { timeout 20 cat $HOME/fifo & } && \(Built.banchan) contacts export $HOME/fifo; wait",
            environment: scratch.environment)
        #expect(copy.standardError == "")
        #expect(copy.standardOutput.hasPrefix("BEGIN:VCARD"))
        #expect(copy.standardOutput.hasSuffix("END:VCARD\r\n"))
        #expect(try kind(of: scratch.path("fifo")) == .typeUnknown)
    }

    @Test(arguments: ["import", "export"])
    func aStopEndsTheWaitForTheOtherEndOfAFifo(_ command: String) async throws {
        let scratch = try await withOneContact()
        // In the background, timeout signals the program and then its group: a second request ends it without a word.
        let interrupting = "timeout --foreground --signal INT --kill-after 20 5"
        let output = try await shell(
            "mkfifo $HOME/fifo && \(interrupting) \(Built.banchan) contacts \(command) $HOME/fifo; echo $?",
            environment: scratch.environment)
        // The status of timeout itself says that it sent the signal; a busy machine takes seconds to start a program.
        #expect(output.standardOutput == "124\n")
        #expect(output.standardError.hasPrefix("banchan: "))
    }

    @Test(arguments: [true, false]) func aSymbolicLinkStaysAndItsTargetIsWritten(_ isThere: Bool) async throws {
        let scratch = try await withOneContact()
        let (link, target) = (scratch.path("link"), scratch.path("target"))
        if isThere { try Data(String(repeating: "old", count: 1_000).utf8).write(to: URL(filePath: target)) }
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
        #expect(try await contacts(["export", link], scratch).status == 0)
        #expect(try kind(of: link) == .typeSymbolicLink)
        #expect(try kind(of: target) == .typeRegular)
        let content = try String(contentsOfFile: target, encoding: .utf8)
        #expect(content == (try await contacts(["export"], scratch).standardOutput))
    }

    @Test func aBackupBehindALinkStaysWhereThePhoneBookCannotBeRead() async throws {
        let scratch = try await withOneContact()
        let (link, target) = (scratch.path("link"), scratch.path("target"))
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
        #expect(try await contacts(["export", link], scratch).status == 0)
        let backup = try String(contentsOfFile: target, encoding: .utf8)
        let book = scratch.url.appending(path: "data/banchan/contacts.sqlite")
        for log in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: book.path + log) }
        try Data(String(repeating: "not a database\n", count: 500).utf8).write(to: book)
        #expect(try await contacts(["export", link], scratch).status == 1)
        #expect(try String(contentsOfFile: target, encoding: .utf8) == backup)
    }

    @Test(.enabled(if: Device.canBeMade, "no device can be made or opened here"))
    func aDeviceStaysOne() async throws {
        let scratch = try await withOneContact()
        try #require(Device.null(at: scratch.path("device")))
        let output = try await contacts(["export", scratch.path("device")], scratch)
        #expect(output.status == 0, "\(output.standardError)")
        #expect(try kind(of: scratch.path("device")) == .typeCharacterSpecial)
        let full = try await contacts(["export", "/dev/full"], scratch)
        #expect(full.status == 1)
        #expect(full.standardError == "banchan: /dev/full cannot be written: no space is left.\n")
    }

    @Test func whatIsInstalledThroughALinkLeavesTheLink() async throws {
        let scratch = try Scratch()
        let directory = scratch.url.appending(path: "data/bash-completion/completions")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let (link, target) = (directory.appending(path: "banchan").path, scratch.path("dotfile"))
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
        let output = try await runWithoutTerminal(
            ["completions", "install", "bash"], environment: scratch.environment)
        #expect(output.status == 0)
        #expect(try kind(of: link) == .typeSymbolicLink)
        #expect(try String(contentsOfFile: target, encoding: .utf8).contains("banchan"))
    }

    /// Returns the kind of the file itself, not of what it leads to; that of a fifo is unknown to Foundation.
    private func kind(of path: String) throws -> FileAttributeType? {
        try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
    }

    private func withOneContact() async throws -> Scratch {
        let scratch = try Scratch()
        let file = scratch.url.appending(path: "cards.vcf")
        try Data(Self.cards.utf8).write(to: file)
        #expect(try await contacts(["import", file.path], scratch).status == 0)
        return scratch
    }

    private func contacts(
        _ arguments: [String], _ scratch: Scratch, _ environment: [String: String] = [:]
    ) async throws -> Output {
        try await runWithoutTerminal(
            ["contacts"] + arguments, environment: scratch.environment.merging(environment) { $1 })
    }
}

/// A device like /dev/null, made for a test.
private enum Device {
    /// Major number 1, minor number 3 (null(4)), as the system encodes them.
    private static let number: dev_t = 1 << 8 | 3

    /// Makes the device. Returns whether that succeeded, and whether it can be opened.
    static func null(at path: String) -> Bool {
        guard mknod(path, S_IFCHR | 0o600, number) == 0 else { return false }
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        defer { if descriptor >= 0 { close(descriptor) } }
        return descriptor >= 0
    }

    static let canBeMade: Bool = {
        let path = FileManager.default.temporaryDirectory.appending(path: "banchan-device-\(UUID().uuidString)").path
        defer { unlink(path) }
        return null(at: path)
    }()
}
