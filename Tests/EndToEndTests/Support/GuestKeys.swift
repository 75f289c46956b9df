import Domain
import Foundation
import ShopServer
import Storage
import TerminalProbe
import TerminalText
import TestSupport
import Testing

extension ProgramOnTerminal {
    /// Puts in money and buys the first drink, so that a balance remains.
    func buyADrink() throws {
        try press("3", "t", "t")
        try wait(forText: "잔액 2,000원")
        try wait(forText: "구매 가능")
        try press("enter", "enter")
        try wait(forText: "구매한 음료 1")
    }

    /// Sends more keys at once than anybody presses, pasted and typed.
    func flood() throws {
        try type(
            Array("\u{1B}[200~".utf8) + Array(repeating: UInt8(ascii: "q"), count: 300_000) + Array("\u{1B}[201~".utf8))
        try type(Array(String(repeating: "jk\u{1B}[B/\u{1B}", count: 2_000).utf8))
    }
}
