import Contacts
import Foundation
import NIOConcurrencyHelpers
import Platform
import TerminalText

/// Keeps 200 contacts, one after another, and prints the number of each once it was told that it is kept. For tests.
///
/// Arguments: the phone book, where on a contact's way the program kills itself, and with which contact.
@main
struct KilledContacts {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let last = Int(arguments[3]) else { exit(2) }
        let point: PhoneBookStore.Step? = ["committing": .committing, "committed": .committed][arguments[2]]
        let commits = NIOLockedValueBox(0)
        try await withTaskExecutorPreference(TaskThreadPool.shared) {
            let book = PhoneBookStore(at: arguments[1]) { step in
                guard step == point else { return }
                let count = commits.withLockedValue { commits in
                    commits += 1
                    return commits
                }
                if count == last { kill(getpid(), SIGKILL) }
            }
            for number in 1...200 {
                let draft = try ContactDraft(name: PlainText("손님 \(number)"), number: PhoneNumber("010-1234-5678"))
                _ = try await book.create(draft, evenIfNumberIsTaken: true)
                FileHandle.standardOutput.write(Data("\(number)\n".utf8))
            }
        }
    }
}
