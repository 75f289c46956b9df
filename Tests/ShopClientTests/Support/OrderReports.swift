import Domain
import Foundation
import ShopClient
import TerminalText
import TestPeers
import TestSupport

/// Records the events of a queue.
final class OrderReports: Sendable {
    let reports = Record<OrderReport>()
    /// The number of waiting orders, each time it changed.
    let waiting = Record<Int>()
    /// The places of the orders that the shop does not have yet, each time they changed.
    let places = Record<[PendingOrder.State]>()

    /// The files of orders that could not be read.
    let setAside = Record<[String]>()

    func append(_ event: OrderEvent) {
        switch event {
        case .completed(let report): reports.append(report)
        case .waitingChanged(let orders):
            let count = orders.count { $0.state == .waiting }
            places.append(orders.map(\.state))
            if waiting.all.last ?? 0 != count { waiting.append(count) }
        case .setAside(let files): setAside.append(files)
        }
    }

    var outcomes: [OrderOutcome] { reports.all.map(\.outcome) }
}

/// An order as a server received it.
struct ReceivedOrder: Hashable, Sendable {
    let key: String
    let session: String
    let body: Data
}

/// A server that records the orders it receives and answers them as its script says.
final class OrderTaker: Sendable {
    let orders = Record<ReceivedOrder>()
    private let server: HostileServer

    /// Calls `answer` with each order and its number, counted from 1.
    init(port: UInt16 = 0, answer: @escaping @Sendable (Peer, ReceivedOrder, Int) -> Void) throws {
        let orders = orders
        server = try HostileServer(port: port) { peer, head in
            // A request that was cancelled before its body was complete is not recorded.
            guard let body = peer.readWholeBody(of: head) else { return }
            let order = ReceivedOrder(
                key: OrderTaker.header("Idempotency-Key", head), session: OrderTaker.header("Banchan-Session", head),
                body: body)
            orders.append(order)
            answer(peer, order, orders.count)
        }
    }

    var port: UInt16 { server.port }
    var heads: [String] { server.requests.all }
    func stop() { server.stop() }

    private static func header(_ name: String, _ head: String) -> String {
        let line = head.components(separatedBy: "\r\n").first { $0.lowercased().hasPrefix(name.lowercased() + ":") }
        return line?.split(separator: ":", maxSplits: 1).last?.trimmingCharacters(in: .whitespaces) ?? ""
    }
}

extension Peer {
    /// Answers as a shop that has stored the order.
    func store(_ order: ReceivedOrder, as id: Int = 1, status: String = "201 Created") {
        guard let request = try? JSONDecoder().decode(OrderRequest.self, from: order.body) else {
            answer("400 Bad Request")
            return
        }
        let lines = request.lines.map {
            OrderLine(item: $0.item, title: $0.title, quantity: $0.quantity, unitPrice: $0.unitPrice)
        }
        let time = Date(timeIntervalSince1970: 1_750_000_000)
        let placed = Order(
            id: id, number: id, day: .ofTests, who: PlainText(request.who), lines: lines,
            deliveryFee: request.deliveryFee,
            steps: [OrderStep(.received, at: time, by: .guest)], placedAt: time)
        answer(status, body: (try? JSONEncoder().encode(placed)) ?? Data())
    }
}

/// Returns an order of that quantity with a new idempotency key.
func draft(_ quantity: Int = 2) -> OrderDraft {
    let dish = SaleItem(OrderedItem(.menu, "H1"), title: "반찬", price: Won(9_900))
    return OrderDraft(key: UUID(), who: "홍길동", lines: [Cart.Line(dish, quantity: quantity)])
}
