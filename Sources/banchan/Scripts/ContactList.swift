import ArgumentParser
import Contacts
import Foundation
import ShopApp
import TerminalText

/// `banchan contacts list`: prints the contacts of this device.
struct ContactList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Print all contacts.",
        discussion: "What is printed with --json is described by schemas/contacts.json.")

    @Flag(help: "Print JSON: a list of contacts.")
    var json = false

    func run() async throws {
        let user = User.current
        let book = try user.phoneBook()
        do throws(CardFileError) {
            let contacts = try await ContactList.all(of: book)
            let text = json ? PrintedJSON.page(contacts) : ContactList.text(contacts)
            do throws(CommandProblem) {
                try StandardOutput.write(text)
            } catch {
                throw .output(error)
            }
        } catch {
            throw user.failure(error, book)
        }
    }

    private static func all(of book: PhoneBookStore) async throws(CardFileError) -> [ListedContact] {
        var contacts: [ListedContact] = []
        var last: ContactID?
        while true {
            let page = try await book.page(after: last, limit: Contacts.batch)
            guard let end = page.last else { return contacts }
            last = end.contact.id
            contacts += page.map { ListedContact($0) }
        }
    }

    /// Returns a line for each contact: the number and the name.
    private static func text(_ contacts: [ListedContact]) -> String {
        PrintedTable.text(contacts.map { [$0.number, $0.name] }, least: [13, 0], numbers: [])
    }
}

/// A contact as `banchan contacts --json` prints it.
private struct ListedContact: Encodable {
    let id: Int64
    let uid: String
    let name: String
    let number: String
    let hasPicture: Bool

    init(_ whole: WholeContact) {
        id = whole.contact.id.number
        uid = whole.uid
        name = whole.contact.name.string
        number = whole.contact.number.description
        hasPicture = whole.contact.hasPicture
    }

    private enum CodingKeys: String, CodingKey {
        case id, uid, name, number
        case hasPicture = "has_picture"
    }
}
