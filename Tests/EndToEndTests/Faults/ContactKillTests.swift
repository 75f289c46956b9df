import Contacts
import Foundation
import TerminalText
import TestPeers
import TestSupport
import Testing

/// A program is killed while it saves contacts: no confirmed contact is lost, and none is stored partially.
@Suite struct ContactKillTests {
    @Test(arguments: [1, 37, 150]) func noContactThatWasConfirmedIsLost(_ lines: Int) async throws {
        let scratch = try Scratch()
        let path = scratch.url.appending(path: "contacts.sqlite").path
        let program = try RunningProgram(
            Built.helper, ["contacts", path, "never", "0"], environment: scratch.environment)
        _ = try await program.line(lines - 1)
        program.signal(SIGKILL)
        let confirmed = try await program.ended().output.split(separator: "\n").count
        #expect(confirmed >= lines)
        try await expectKept(confirmed, or: confirmed + 1, in: path)
    }

    @Test(arguments: [("committing", 0), ("committed", 1)])
    func aContactIsThereAsSoonAsItWouldBeConfirmedAndNotBefore(_ point: String, _ more: Int) async throws {
        let scratch = try Scratch()
        let path = scratch.url.appending(path: "contacts.sqlite").path
        let program = try RunningProgram(
            Built.helper, ["contacts", path, point, "120"], environment: scratch.environment)
        let (end, output, _) = try await program.ended()
        #expect(end == .killed)
        #expect(output.split(separator: "\n").count == 119)
        try await expectKept(119 + more, or: 119 + more, in: path)
    }

    /// Contacts of earlier files are there once, those of the interrupted file up to some card, and importing the file
    /// again adds the rest.
    @Test func contactsAreThereOnceHoweverOftenTheirImportIsKilled() async throws {
        var random = SeededGenerator(seed: LongForm.seed)
        let scratch = try Scratch()
        // One import is not killed, to measure how long it takes.
        var names = try cards(0, in: scratch)
        let start = ContinuousClock.now
        #expect(try await importer(scratch).ended().end == .fine)
        let time = ContinuousClock.now - start
        try await expectImported(names, atLeast: names.count, in: scratch)
        for number in 1...LongForm.count(3, long: 250) {
            let before = names.count
            names += try cards(number, in: scratch)
            let killed = try importer(scratch)
            // Shorter than a whole import, which would be over before the kill.
            usleep(UInt32(time / .microseconds(1) * Double.random(in: 0...0.95, using: &random)))
            killed.signal(SIGKILL)
            _ = try await killed.ended()
            try await expectImported(names, atLeast: before, in: scratch)
            #expect(try await importer(scratch).ended().end == .fine)
            try await expectImported(names, atLeast: names.count, in: scratch)
        }
    }

    /// Writes the file with this number and returns the names in it.
    private func cards(_ number: Int, in scratch: Scratch) throws -> [String] {
        let names = (0..<1_000).map { "손님 \(number)-\($0)" }
        let text = names.enumerated().map { index, name in
            "BEGIN:VCARD\r\nVERSION:4.0\r\nUID:banchan-\(number)-\(index)\r\nFN:\(name)\r\nTEL:010-1234-5678\r\n"
                + "END:VCARD\r\n"
        }.joined()
        try Data(text.utf8).write(to: scratch.url.appending(component: "cards.vcf"))
        return names
    }

    private func importer(_ scratch: Scratch) throws -> RunningProgram {
        let file = scratch.url.appending(component: "cards.vcf").path
        return try RunningProgram(Built.banchan, ["contacts", "import", file], environment: scratch.environment)
    }

    /// Expects that the phone book has at least the first `count` of `names`, each once and in order.
    private func expectImported(_ names: [String], atLeast count: Int, in scratch: Scratch) async throws {
        let path = scratch.url.appending(path: "data/banchan/contacts.sqlite").path
        let kept = try await PhoneBookStore(at: path).contacts(after: nil, limit: names.count + 1)
            .map(\.contact.name.string)
        #expect(kept.count >= count)
        #expect(kept == Array(names.prefix(kept.count)))
        #expect(try damage(ofDatabaseAt: path) == [])
    }

    /// Expects that the phone book has the first `count` or the first `other` contacts, and that another one can be
    /// added.
    private func expectKept(_ count: Int, or other: Int, in path: String) async throws {
        let book = PhoneBookStore(at: path)
        let names = try await book.contacts(after: nil, limit: 1_000).map(\.contact.name.string)
        #expect([count, other].contains(names.count))
        #expect(names == (1...names.count).map { "손님 \($0)" })
        let draft = try ContactDraft(name: "새 손님", number: PhoneNumber("010-1111-2222"))
        #expect(try await book.create(draft) != .gone)
        #expect(try await book.index().count == names.count + 1)
    }
}
