import Foundation
import TerminalProbe
import TestSupport

/// A visit on the terminals of a guest and of the keeper, whose screens become the scenes of a film.
final class Visit {
    private let guest: ProgramOnTerminal
    private let keeper: ProgramOnTerminal
    /// The directories of both programs.
    private let scratches: [Scratch]
    private let ground: CellDrawing.Ground
    /// What the scenes have to show; `nil` if they are recorded.
    private let expected: [[Int: String]]?
    private var scenes: [FilmScene] = []

    /// Opens the programs in English.
    init(of server: CountingServer, theme: String, expected: [[Int: String]]?) throws {
        let scratches = [try Scratch(), try Scratch()]
        func open(_ scratch: Scratch, _ arguments: [String]) throws -> ProgramOnTerminal {
            try ProgramOnTerminal(
                Built.banchan, arguments: ["--server", server.url, "--theme", theme] + arguments,
                environment: scratch.environment.merging(["COLORTERM": "truecolor"]) { $1 }, columns: Visit.columns,
                rows: Visit.rows)
        }
        keeper = try open(
            scratches[1], ["--keeper-token-file", try scratches[1].secret(OrderingServer.keeperToken)])
        // The guest comes later, so that these are the requests of the keeper.
        try keeper.wait(for: "the keeper's live events") { screen in
            screen.line(0).contains("keeper ─ connected")
                && ["/orders/board/received", "/events"].allSatisfy { server.requests[$0, default: 0] > 0 }
        }
        guest = try open(scratches[0], ["--guest-name", "Maria"])
        (self.scratches, self.expected) = (scratches, expected)
        ground = theme == "dark" ? .dark : .light
    }

    /// As wide as README is on a screen, so that a pixel of the film is a pixel of the screen.
    private static let (columns, rows) = (90, 26)

    /// Plays the whole visit.
    func film() throws -> ScreenFilm {
        try look()
        try find()
        try fillTheCart()
        try order()
        try follow()
        return ScreenFilm(
            title: "A visit: a guest finds a dish and orders it, and the keeper prepares it", ground: ground,
            scenes: scenes, columns: Visit.columns, rows: Visit.rows)
    }
}

// MARK: - Scenes
extension Visit {
    private func look() throws {
        try guest.wait(for: "the menu") { screen in
            screen.line(0).contains("connected") && screen.line(1).contains(#/\x201/\d+$/#)
        }
        try show(guest, "The menu, with pictures in the terminal", seconds: 3)
    }

    private func find() throws {
        try guest.press("/")
        try guest.wait(for: "a field") { $0.cursor.isVisible }
        for (typed, seconds) in [("ㄱ", 1), ("ㄱㅂ", 3)] {
            try guest.press(.text(String(typed.suffix(1))))
            try guest.wait(for: "what \(typed) finds") { screen in
                screen.line(screen.rows - 1).contains("/ \(typed) ")
                    && screen.line(screen.rows - 1).contains(#/\x20\d+\x20\x20Enter results/#)
            }
            try show(guest, "/ finds by initial consonants: ㄱㅂ is 갈비, ribs", seconds: seconds)
        }
    }

    private func fillTheCart() throws {
        try guest.press("enter")
        try guest.wait(for: "the list") { !$0.cursor.isVisible && $0.line($0.rows - 1).contains("Esc clear") }
        try guest.press("right")
        for text in ["1 / 4", "Fee ", "Points "] { try guest.wait(forText: text) }
        try guest.wait(for: "a photograph below the text") { screen in
            screen.cells(row: screen.rows - 2).contains { $0.background != .default }
        }
        try show(guest, "Right opens the page of a dish", seconds: 4)
        try guest.press("+")
        try guest.wait(for: "one at the tab") { $0.line(0).contains("5 Orders x1 ") }
        try guest.press("escape")
        try guest.waitForSelection(of: "pork ribs")
        try guest.press("down")
        try guest.waitForSelection(of: "Sesame dakgalbi")
        try guest.press("+")
        try guest.wait(for: "two at the tab") { $0.line(0).contains("5 Orders x2 ") }
        try guest.press("v")
        try guest.wait(forText: "[ Order for 27,700원 ]")
        try guest.wait(untilGone: "not known yet")
        try show(guest, "+ adds to the cart, v shows it", seconds: 3)
    }

    private func order() throws {
        try guest.press("enter")
        try guest.wait(for: "a button that orders") { $0.line($0.rows - 1).contains("Enter Order") }
        try guest.press("enter")
        try guest.wait(forText: "Your order is placed.")
        try guest.wait(for: "the order in the upper edge") { $0.line(0).contains("#1 received") }
        try show(guest, "Enter orders, without an account", hasToast: true, seconds: 3)
        try guest.press("5")
        try guest.wait(forOrder: 1, "received")
        try guest.select(order: 1)
        try guest.press("enter")
        try guest.wait(forText: "Order 1  Maria")
    }

    private func follow() throws {
        try keeper.wait(for: "the bell") { $0.bells == 1 }
        try keeper.press("5")
        try keeper.wait(forOrder: 1, "received")
        try keeper.select(order: 1)
        try show(keeper, of: "Keeper", "The bell rang, and 5 shows the board: the order is there", seconds: 4)
        try keeper.press("enter")
        try keeper.wait(forOrder: 1, "preparing")
        try guest.wait(forText: " * preparing ")
        try show(guest, "The keeper pressed Enter: the guest sees it at once", seconds: 4)
    }

    /// Adds a scene when the screen shows all photographs and, unless it `hasToast`, nothing that goes away by itself.
    private func show(
        _ program: ProgramOnTerminal, of who: String = "Guest", _ sentence: String, hasToast: Bool = false, seconds: Int
    ) throws {
        // A toast is wider than a photograph in a list.
        let passing = hasToast ? #/┌─{1,9}┐/# : #/┌─+┐/#
        try program.wait(for: "no frame in the place of a photograph") { screen in
            !screen.text.contains { $0.contains(passing) }
        }
        func scene(_ screen: TerminalEmulator) -> FilmScene {
            FilmScene(of: screen, who, sentence, seconds: seconds, on: ground)
        }
        if let expected, expected.indices.contains(scenes.count) {
            try program.wait(for: "scene \(scenes.count + 1)") { scene($0).comparedRows == expected[scenes.count] }
        }
        scenes.append(scene(program.screen))
    }
}
