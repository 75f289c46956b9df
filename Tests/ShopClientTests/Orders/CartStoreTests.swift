import Domain
import Foundation
import TerminalText
import Testing

@testable import ShopClient

struct CartStoreTests {
    private let directory = TemporaryDirectory()

    private func store(_ session: TerminalSession) -> CartStore {
        CartStore(directory: directory.url.path, session: session)
    }

    private func cart(_ quantity: Int) -> Cart {
        var cart = Cart()
        cart.set(quantity, of: SaleItem(OrderedItem(.menu, "H1"), title: "된장찌개", price: Won(6_000)))
        return cart
    }

    @Test func whatIsInItIsThereWhenTheProgramIsOpenedAgain() {
        let session = TerminalSession(directory: nil)
        #expect(store(session).read().isEmpty)
        #expect(store(session).write(cart(2), number: 1))
        #expect(store(session).read() == cart(2))
    }

    @Test func theNotesOfItsLinesAreThereToo() throws {
        let session = TerminalSession(directory: nil)
        var cart = cart(2)
        let stew = try #require(cart.lines.first?.item)
        cart.setNote("덜 맵게", of: stew.id)
        store(session).write(cart, number: 1)
        #expect(store(session).read().lines.map(\.note) == ["덜 맵게"])
        // A note that this program cannot have written is dropped without its line.
        let file = directory.url.appending(path: try #require(directory.files.first))
        let text = try String(contentsOf: file, encoding: .utf8)
        let long = text.replacingOccurrences(of: "덜 맵게", with: String(repeating: "가", count: 201))
        try Data(long.utf8).write(to: file)
        #expect(store(session).read().lines == [Cart.Line(stew, quantity: 2)])
    }

    @Test func twoTerminalsHaveACartEach() {
        store(TerminalSession(directory: nil)).write(cart(2), number: 1)
        #expect(store(TerminalSession(directory: nil)).read().isEmpty)
    }

    @Test func anEmptyOneLeavesNoFile() {
        let store = store(TerminalSession(directory: nil))
        store.write(Cart(), number: 1)
        store.write(cart(1), number: 2)
        #expect(directory.files.count == 1)
        store.write(Cart(), number: 3)
        #expect(directory.files.isEmpty)
        #expect(store.read().isEmpty)
    }

    @Test func anOlderCartDoesNotTakeThePlaceOfANewerOne() {
        let store = store(TerminalSession(directory: nil))
        store.write(cart(3), number: 2)
        #expect(store.write(cart(2), number: 1))
        #expect(store.read() == cart(3))
    }

    @Test func whatIsNoCartIsAnEmptyOne() throws {
        let session = TerminalSession(directory: nil)
        store(session).write(cart(1), number: 1)
        let file = try #require(directory.files.first)
        for content in ["", "{", "[1]", String(repeating: " ", count: 1 << 20)] {
            try Data(content.utf8).write(to: directory.url.appending(path: file))
            #expect(store(session).read().isEmpty)
        }
    }
}
