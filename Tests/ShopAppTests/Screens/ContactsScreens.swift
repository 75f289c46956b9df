import Canvas
import Contacts
import Domain
import Foundation
import ShopClient
import Terminal
import TerminalText

@testable import ShopApp

/// Returns the shop at the phone book with those contacts, after `keys`.
private func phoneBook(
    _ size: Size, _ colors: PictureColors, _ contacts: [Contact]? = BookFixture.contacts, _ keys: Key...
) -> ShopState {
    var state = recordedShop(size, colors)
    let effects = state.press(.character("4"))
    if let contacts { state.list(PhoneBookIndex(contacts).list, effects) }
    for key in keys { state.find(contacts ?? [], state.press(key)) }
    return state
}

/// Returns the shop at the phone book after saving a changed contact, which had `result`.
private func saved(
    _ size: Size, _ colors: PictureColors, _ result: Result<SaveOutcome, PhoneBookError>
) -> ShopState {
    var state = phoneBook(size, colors, BookFixture.contacts, .character("e"), .character("!"))
    if let save = ShopState.save(in: state.press(.tab, .tab, .enter)) { state.tell(.saved(save, result)) }
    return state
}

extension ScreenFile {
    static let contacts = [
        ScreenFile("contacts") { phoneBook($0, $1, BookFixture.contacts, .down) },
        ScreenFile("contacts-many") { size, colors in
            let many = (0..<60).map { BookFixture.contact(Int64($0), PlainText("김\($0)"), "0100000\(1_000 + $0)") }
            return phoneBook(size, colors, many, .pageDown, .pageDown, .down)
        },
        ScreenFile("contacts-opening") { phoneBook($0, $1, nil) },
        ScreenFile("contacts-empty") { phoneBook($0, $1, []) },
        ScreenFile("contacts-failed") { size, colors in
            var state = recordedShop(size, colors)
            state.fail(.damaged, state.press(.character("4")))
            return state
        },
        ScreenFile("search") { recordedShop($0, $1, pressing: .character("/"), typing: "ㄱㅂ") },
        ScreenFile("search-kept") { size, colors in
            var state = recordedShop(size, colors, pressing: .character("/"), typing: "갈비")
            state.press(.enter)
            return state
        },
        ScreenFile("search-nearest") { recordedShop($0, $1, pressing: .character("/"), typing: "떡갈피") },
        ScreenFile("search-nothing") { recordedShop($0, $1, pressing: .character("/"), typing: "없는 것") },
        ScreenFile("contacts-filter") { phoneBook($0, $1, BookFixture.contacts, .character("/"), .character("ㄱ")) },
        ScreenFile("contacts-filtered") {
            phoneBook($0, $1, BookFixture.contacts, .character("/"), .character("ㄱ"), .enter, .down)
        },
        ScreenFile("contacts-nobody-found") {
            phoneBook($0, $1, BookFixture.contacts, .character("/"), .character("x"))
        },
        ScreenFile("contacts-delete") { phoneBook($0, $1, BookFixture.contacts, .character("d")) },
        ScreenFile("contacts-deleted") { size, colors in
            var state = phoneBook(size, colors)
            let deleted = BookFixture.deleted(BookFixture.younghee)
            state.tell(.deleted(BookFixture.younghee, .success(.deleted(deleted))))
            return state
        },
    ]

    static let contactCard = [
        ScreenFile("contact-card") { phoneBook($0, $1, BookFixture.contacts, .enter) },
        ScreenFile("contact-card-picture") { size, colors in
            var state = phoneBook(size, colors, BookFixture.contacts, .down, .enter)
            state.showAvatars()
            return state
        },
        ScreenFile("contact-card-details") { size, colors in
            BookFixture.withDetails(phoneBook(size, colors, BookFixture.contacts, .enter))
        },
        ScreenFile("contacts-details") { size, colors in
            BookFixture.withDetails(phoneBook(size, colors, BookFixture.contacts))
        },
        ScreenFile("contact-card-order") { phoneBook($0, $1, BookFixture.contacts, .enter, .character("o")) },
    ]

    static let contactForm = [
        ScreenFile("contact") { phoneBook($0, $1, BookFixture.contacts, .character("e")) },
        ScreenFile("contact-new") { phoneBook($0, $1, BookFixture.contacts, .character("a")) },
        ScreenFile("contact-picture") { size, colors in
            var state = phoneBook(size, colors, BookFixture.contacts, .character("a"), .backTab)
            if let press = ShopState.press(in: state.press(.enter)) {
                state.tell(.pictureArrived(press: press, .success(BookFixture.avatar(colors))))
            }
            return state
        },
        ScreenFile("contact-fetching") { phoneBook($0, $1, BookFixture.contacts, .character("e"), .backTab, .enter) },
        ScreenFile("contact-problems") { size, colors in
            var state = phoneBook(size, colors, BookFixture.contacts, .character("a"))
            state.press(.tab, .character("1"), .tab, .enter)
            return state
        },
        ScreenFile("contact-saving") { size, colors in
            var state = phoneBook(size, colors, BookFixture.contacts, .character("e"), .character("!"))
            state.press(.tab, .tab, .enter)
            return state
        },
        ScreenFile("contact-notice") { saved($0, $1, .failure(.busy)) },
        ScreenFile("contact-discard") { size, colors in
            phoneBook(size, colors, BookFixture.contacts, .character("e"), .character("!"), .escape)
        },
        ScreenFile("contact-number-taken") { saved($0, $1, .success(.numberTaken(by: [BookFixture.gildong]))) },
        ScreenFile("contact-saved") { saved($0, $1, .success(.saved(BookFixture.younghee))) },
    ]
}
