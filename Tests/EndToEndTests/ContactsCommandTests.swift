import Foundation
import TestSupport
import Testing

@Suite(.takingTurns) struct ContactsCommandTests {
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

    @Test func whatCannotBeReadOrWrittenIsOneSentence() async throws {
        let scratch = try Scratch()
        let missing = try await contacts(["import", "/nowhere/cards.vcf"], scratch)
        #expect(missing.status == 1)
        #expect(missing.standardError == "banchan: /nowhere/cards.vcf cannot be read (error 2).\n")
        let unwritable = try await contacts(["export", "/nowhere/cards.vcf"], scratch)
        #expect(unwritable.status == 1)
        #expect(unwritable.standardError == "banchan: /nowhere/cards.vcf cannot be written (error 2).\n")
    }

    @Test func aWrongAddressForTheirPicturesIsOneSentence() async throws {
        for (arguments, environment) in [
            (["--pokeapi", "pokeapi.co"], [:]), ([], ["BANCHAN_POKEAPI": "pokeapi.co"]),
        ] as [([String], [String: String])] {
            let output = try await runWithoutTerminal(arguments, environment: environment)
            #expect(output.status == 1)
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

    private func contacts(
        _ arguments: [String], _ scratch: Scratch, _ environment: [String: String] = [:]
    ) async throws -> Output {
        try await runWithoutTerminal(
            ["contacts"] + arguments, environment: scratch.environment.merging(environment) { $1 })
    }
}
