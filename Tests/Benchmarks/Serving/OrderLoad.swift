import Domain
import Foundation
import TestPeers

/// A load of orders from concurrent guests.
struct OrderLoad: Sendable {
    /// The ports of the servers, among which the guests are distributed.
    let ports: [UInt16]
    let order: OrderRequest

    init(_ shops: ServingShop...) { (ports, order) = (shops.map(\.port), shops[0].order) }

    /// Returns how long each of `count` consecutive orders took, in milliseconds.
    func times(of count: Int) async throws -> [Double] {
        try await onOwnThread { [self] in
            let connection = try connection(0)
            return try (0..<count).map { _ in
                try ContinuousClock().measure { try connection.order() }.milliseconds
            }
        }
    }

    /// Returns the orders a second while as many as possible come through this many concurrent connections for `time`.
    func rate(for time: Duration, through connections: Int) async throws -> Double {
        let start = ContinuousClock.now
        let count = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<connections {
                group.addTask {
                    try await onOwnThread { [self] in
                        let connection = try connection(number)
                        var count = 0
                        // At least one order, however late this thread starts.
                        repeat {
                            try connection.order()
                            count += 1
                        } while .now - start < time
                        return count
                    }
                }
            }
            return try await group.reduce(0, +)
        }
        return Double(count) / ((ContinuousClock.now - start) / .seconds(1))
    }

    private func connection(_ number: Int) throws -> LoopbackConnection {
        try LoopbackConnection(port: ports[number % ports.count], order: order)
    }
}

extension LoopbackConnection {
    fileprivate convenience init(port: UInt16, order: OrderRequest) throws {
        try self.init(port: port, request: "POST /orders", body: JSONEncoder().encode(order))
    }

    /// Places an order and returns when it is stored. Throws if it was refused.
    fileprivate func order() throws {
        guard try ask().status == 201 else { throw MeasuringProblem("an order is refused") }
    }
}
