import Domain
import Foundation
import TerminalText
import Testing

@Suite struct CartTests {
    private let stew = SaleItem(OrderedItem(.menu, "H1"), title: "된장찌개", price: Won(6_000))
    private let juice = SaleItem(OrderedItem(.juice, "kiwi"), title: "키위쥬스", price: Won(3_500))

    @Test func whatIsPutInTwiceStandsInOneLine() {
        var cart = Cart()
        cart.add(1, of: stew)
        cart.add(1, of: juice)
        cart.add(1, of: stew)
        #expect(cart.lines == [Cart.Line(stew, quantity: 2), Cart.Line(juice, quantity: 1)])
        #expect(cart.count == 3)
        #expect(cart.subtotal == Won(15_500))
        #expect(cart.quantity(of: stew.id) == 2)
    }

    @Test func aNoteStaysWithItsLineUntilTheLineIsGone() {
        var cart = Cart()
        cart.add(Cart.Line(stew, quantity: 1, note: "덜 맵게"))
        cart.add(1, of: SaleItem(stew.item, title: stew.title, price: Won(7_000)))
        cart.add(Cart.Line(stew, quantity: 1))
        cart.setNote("많이", of: juice.id)
        #expect(cart.lines == [Cart.Line(stew, quantity: 3, note: "덜 맵게")])
        cart.set(0, of: stew)
        cart.add(1, of: stew)
        #expect(cart.lines == [Cart.Line(stew, quantity: 1)])
    }

    @Test func whatIsTakenOutToTheLastPieceIsGone() {
        var cart = Cart()
        cart.add(1, of: stew)
        cart.add(-1, of: stew)
        #expect(cart.isEmpty)
        cart.add(-1, of: stew)
        #expect(cart.isEmpty)
    }

    @Test func theLatestPriceThatWasSeenCounts() {
        var cart = Cart()
        cart.add(1, of: stew)
        cart.add(1, of: SaleItem(stew.item, title: stew.title, price: Won(7_000)))
        #expect(cart.lines.map(\.total) == [Won(14_000)])
    }

    /// A menu may use an identifier for another dish by now, which the guest did not choose.
    @Test func anotherTitleUnderTheSameIdentifierIsALineOfItsOwn() {
        let other = SaleItem(stew.item, title: "김치찌개", price: stew.price)
        var cart = Cart()
        cart.add(2, of: stew)
        #expect(cart.quantity(of: other.id) == 0)
        cart.add(1, of: other)
        #expect(cart.lines == [Cart.Line(stew, quantity: 2), Cart.Line(other, quantity: 1)])
    }

    @Test func aHundredthPieceAndALineTooManyFindNoRoom() {
        var cart = Cart()
        let hasRoom = [cart.set(99, of: stew), cart.add(1, of: stew)]
        #expect(hasRoom == [true, false])
        #expect(cart.count == 99)
        for number in 1..<Order.maxLines {
            let isThere = cart.add(1, of: SaleItem(OrderedItem(.menu, "M\(number)"), title: "나물", price: Won(1)))
            #expect(isThere)
        }
        let hasRoomForMore = cart.add(1, of: juice)
        #expect(!hasRoomForMore)
        #expect(cart.lines.count == Order.maxLines)
    }

    @Test func itIsTheSameAfterItWasWrittenAndRead() throws {
        var cart = Cart()
        cart.add(2, of: stew)
        cart.add(1, of: juice)
        #expect(try JSONDecoder().decode(Cart.self, from: JSONEncoder().encode(cart)) == cart)
    }

    @Test func whatNoCartCanHaveIsDroppedWhenRead() throws {
        let lines = [
            Cart.Line(stew, quantity: 100), Cart.Line(stew, quantity: -1),
            Cart.Line(SaleItem(juice.item, title: juice.title, price: Won(.max)), quantity: 2),
            Cart.Line(SaleItem(juice.item, title: juice.title, price: Won(-1)), quantity: 2),
            Cart.Line(juice, quantity: 3),
        ]
        let cart = try JSONDecoder().decode(Cart.self, from: JSONEncoder().encode(lines))
        #expect(cart.lines == [Cart.Line(juice, quantity: 3)])
    }

    @Test func aLineComesBackWhereItWas() {
        var cart = Cart()
        let items = ["a", "b", "c"].map { SaleItem(OrderedItem(.menu, $0), title: PlainText($0), price: Won(1_000)) }
        for item in items { cart.add(2, of: item) }
        let before = cart
        for (index, line) in before.lines.enumerated() {
            cart.set(0, of: line.item)
            cart.insert(line, at: index)
            #expect(cart == before)
        }
        cart.insert(before.lines[0], at: 9)
        #expect(cart.lines.map(\.quantity) == [4, 2, 2], "a line that is there keeps its place")
    }
}
