import Contacts
import Foundation
import TerminalText
import TestSupport
import Testing

/// A program is killed while it saves contacts: no confirmed contact is lost, and none is stored partially.
@Suite(.takingTurns) struct ContactKillTests {
    @Test(arguments: [1, 37, 150]) func noContactThatWasConfirmedIsLost(_ lines: Int) async throws {
        let scratch = try Scratch()
        let path = scratch.url.appending(path: "contacts.sqlite").path
        let program = try RunningProgram(
            Built.killedPhoneBook, [path, "never", "0"], environment: scratch.environment)
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
            Built.killedPhoneBook, [path, point, "120"], environment: scratch.environment)
        let (end, output, _) = try await program.ended()
        #expect(end == .killed)
        #expect(output.split(separator: "\n").count == 119)
        try await expectKept(119 + more, or: 119 + more, in: path)
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
