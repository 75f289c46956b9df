import Foundation
import TerminalProbe
import TestSupport
import Testing

/// The shop shipped with the program, for a reader who knows no Korean.
@Suite struct EnglishShopTests {
    private let english = ["LANG": "en_US.UTF-8"]

    @Test func nothingOnItsListsAndPagesIsKorean() async throws {
        try await withShop(environment: english, columns: 140, rows: 260) { shop in
            try shop.expectEnglish("Soy-marinated pork ribs", "Pollack soup", "seasoned dried radish")
            try shop.press("right")
            try shop.expectEnglish("Finely scored pork ribs", "free from 40,000원")
            try shop.press("escape", "o")
            try shop.expectEnglish("Quantity")
            try shop.press("escape", "2")
            try shop.expectEnglish("Mango kiwi juice", "Mango")
            try shop.press("3")
            try shop.expectEnglish("Bomdeul Farm", "beans: Huila, Colombia", "Dark black")
        }
    }

    @Test func whatHasNoRoomBesideTheBadgesOfThePaneStandsBelowThem() async throws {
        try await withShop(environment: english, columns: 120, rows: 40) { shop in
            try shop.wait(for: "how the selected dish is delivered, in the pane") { screen in
                screen.text.contains {
                    $0.split(separator: "│").last?.contains("dawn delivery, nationwide") == true
                        && $0.contains("│")
                }
            }
        }
    }

    @Test func whatWasBoughtIsToldInEnglish() async throws {
        try await withShop(environment: english, columns: 100, rows: 40) { shop in
            try shop.wait(forText: "Soy-marinated pork ribs")
            try shop.press("3", "f")
            try shop.wait(forText: "Balance 5,000원")
            // The balance may arrive before the drinks, and nothing can be bought from a section that is still loading.
            try shop.wait(forText: "Strawberry milk")
            try shop.press("enter")
            try shop.expectEnglish("Buy it?")
            try shop.press("enter")
            try shop.expectEnglish("Here is your Strawberry milk. Enjoy!", "bought 1")
            try shop.press("c")
            try shop.expectEnglish("Your change: 3,500원.")
            try shop.press("5")
            try shop.expectEnglish("Bomdeul Farm Strawberry milk")
        }
    }
}

extension ProgramOnTerminal {
    /// Waits until all `texts` are on the screen, and expects no Korean text except the currency sign.
    fileprivate func expectEnglish(_ texts: String..., at location: SourceLocation = #_sourceLocation) throws {
        for text in texts { try wait(forText: text) }
        let korean = screen.text.filter { $0.replacing("원", with: "").contains(#/[\p{Hangul}]/#) }
        #expect(korean == [], sourceLocation: location)
    }
}
