import Domain
import Foundation
import Storage
import TerminalText

/// A printer of the shop: an entry of `printers` in its own file.
public struct KitchenPrinter: Hashable, Sendable {
    /// What a printer prints. The raw value is its name in the file.
    enum Content: String, Hashable, Sendable, Decodable, CaseIterable {
        case orders
        /// Cancellations, and what else is taken out of orders.
        case cancellations
        case closings
    }

    public let name: String
    let address: PrinterAddress
    let width: Int
    let charset: PaperCharset
    let prints: Set<Content>
    /// The names of sections and counters whose items it prints; `nil` for all.
    let sections: Set<String>?

    static let widths = [32, 42, 48]
    static let maxNameLength = 40

    init(
        name: String, address: PrinterAddress, width: Int = 42, charset: PaperCharset = .cp949,
        prints: Set<Content> = [.orders, .cancellations], sections: Set<String>? = nil
    ) {
        (self.name, self.address, self.width, self.charset) = (name, address, width, charset)
        (self.prints, self.sections) = (prints, sections)
    }

    var destination: OutboxDestination { .printer(name) }

    /// Whether it prints that line.
    func prints(_ line: OrderLine) -> Bool { sections?.contains(line.printedSection) ?? true }

    /// Returns the indexes of the order's lines that it prints: those of its sections, and if it got these after the order
    /// was placed, of those that it had before.
    func lines(of order: Order, as record: PrinterRecord?) -> [Int] {
        let former = record.flatMap { $0.hasOtherSections(since: order.placedAt) ? $0 : nil }
        return order.lines.indices.filter { index in
            prints(order.lines[index]) || former?.printed(order.lines[index].printedSection) ?? false
        }
    }

    /// Whether it may have got a ticket of the order, or is yet to print it. One that has other sections than when the order
    /// was placed may have taken it over from another printer: rather a cancellation too many than none.
    func isConcerned(by order: Order, in store: any StoreReader) throws -> Bool {
        if try !store.messages(aboutOrder: order.id, to: destination).isEmpty { return true }
        return try !lines(of: order, as: store.printer(name, at: "\(address)")).isEmpty
    }
}

extension OrderLine {
    /// The name by which a printer's `sections` may have it: that of its section, or of a counter without sections.
    fileprivate var printedSection: String { section ?? item.counter.rawValue }
}

extension KitchenPrinter: Decodable {
    private enum CodingKeys: CodingKey { case name, address, width, charset, prints, sections }

    /// Throws `DecodingError` for a value that is not valid.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        func invalid(_ key: CodingKeys) -> DecodingError {
            .dataCorruptedError(forKey: key, in: values, debugDescription: "not valid")
        }
        let name = PlainText(try values.decode(String.self, forKey: .name)).string
        guard (1...KitchenPrinter.maxNameLength).contains(name.count) else { throw invalid(.name) }
        guard let address = PrinterAddress(try values.decode(String.self, forKey: .address)) else {
            throw invalid(.address)
        }
        let width = try values.decodeIfPresent(Int.self, forKey: .width) ?? 42
        guard KitchenPrinter.widths.contains(width) else { throw invalid(.width) }
        self.init(
            name: name, address: address, width: width,
            charset: try values.decodeIfPresent(PaperCharset.self, forKey: .charset) ?? .cp949,
            prints: try values.decodeIfPresent(Set<Content>.self, forKey: .prints) ?? [.orders, .cancellations],
            sections: try values.decodeIfPresent(Set<String>.self, forKey: .sections))
    }
}

/// Where a printer is.
enum PrinterAddress: Hashable, Sendable, CustomStringConvertible {
    /// Raw printing over TCP, for which printers usually listen on port 9100.
    case network(host: String, port: UInt16)
    /// A device file, such as `/dev/usb/lp0`.
    case device(path: String)

    /// Parses "host:port", where an IPv6 address stands in brackets, or an absolute path. Returns `nil` for anything
    /// else.
    init?(_ text: String) {
        guard text.utf8.count <= 255, !text.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F }) else { return nil }
        if text.hasPrefix("/") {
            self = .device(path: text)
            return
        }
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]), port > 0 else {
            return nil
        }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            return nil
        }
        guard !host.isEmpty else { return nil }
        self = .network(host: String(host), port: port)
    }

    var description: String {
        switch self {
        case .network(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        case .device(let path): path
        }
    }
}
