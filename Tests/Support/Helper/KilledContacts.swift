import CTestSupport
import Contacts
import Foundation
import Platform
import TerminalText

/// Saves 200 contacts one after another, and prints the number of each once the store has confirmed it. For tests.
///
/// Arguments: the phone book file, the point at which the program kills itself (`committing` or `committed`; anything
/// else means never), and the number of the contact at which it does.
struct KilledContacts {
    static func run(_ arguments: [String]) async throws {
        guard arguments.count == 3, let last = Int32(arguments[2]) else { exit(2) }
        let isAtEnd: Bool? = ["committing": false, "committed": true][arguments[1]]
        if let isAtEnd { kill_at_commit("contacts", last, isAtEnd) }
        try await withTaskExecutorPreference(TaskThreadPool.shared) {
            let book = PhoneBookStore(at: arguments[0])
            for number in 1...200 {
                let draft = try ContactDraft(name: PlainText("손님 \(number)"), number: PhoneNumber("010-1234-5678"))
                _ = try await book.create(draft, evenIfNumberIsTaken: true)
                FileHandle.standardOutput.write(Data("\(number)\n".utf8))
            }
        }
    }
}
