import Domain
import Foundation
import Storage
import TerminalText

/// Printing without a server, for commands.
public enum KitchenPrinting {
    /// Returns the printers that the shop's file below `resources` names.
    public static func printers(below resources: URL) throws(ShopServerError) -> [KitchenPrinter] {
        try ShopFile(below: resources).printers
    }

    /// Returns the bytes of another ticket of the order, as the printer prints it, or one of 42 columns.
    public static func repetition(
        of order: Order, for printer: KitchenPrinter?, words: AnnouncementWords, in zone: TimeZone
    ) -> [UInt8] {
        let time = Date(timeIntervalSince1970: 0)
        let message = OutboxMessage(
            id: 0, about: .order(order), kind: .repetition, addedAt: time, attempts: 0, nextAt: time, leasedUntil: time)
        let printer = printer ?? .common
        return KitchenTicket(message, of: order, lines: Array(order.lines.indices))?.document(
            width: printer.width, charset: printer.charset, words: words, in: zone
        ).bytes ?? []
    }

    /// Returns the bytes of a page that shows width, charset and sizes of a printer.
    public static func test(for printer: KitchenPrinter?, words: AnnouncementWords) -> [UInt8] {
        let printer = printer ?? .common
        var document = PrinterDocument(width: printer.width, charset: printer.charset)
        document.addDoubled(words.test)
        document.add { page in
            if !printer.name.isEmpty { page.add(printer.name, "\(printer.width), \(printer.charset.rawValue)") }
            page.add(String(String(repeating: "1234567890", count: 5).prefix(printer.width)))
            page.addRule()
            page.add("가나다 뷁 힣 ABC abc × …", "12,900원")
        }
        return document.bytes
    }

    /// Prints on `printer` at once, past its queue. Returns its problem, if it has one.
    public static func print(_ bytes: [UInt8], on printer: KitchenPrinter) async -> PrinterProblem? {
        let thread = PrinterThread()
        let result = await thread.print(
            bytes, at: printer.address, asks: true, mustAnswer: false, rules: PrinterRules())
        await thread.close()
        return result.problem
    }
}

extension KitchenPrinter {
    /// A printer as most shops have it.
    fileprivate static let common = KitchenPrinter(name: "", address: .device(path: "/dev/null"))
}
