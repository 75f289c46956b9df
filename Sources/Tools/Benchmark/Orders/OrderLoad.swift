import Domain
import Foundation

/// Guests who order.
struct OrderLoad: Sendable {
    /// Of the servers that share the guests.
    let ports: [UInt16]
    let order: OrderRequest

    init(_ shops: ServingShop...) { (ports, order) = (shops.map(\.port), shops[0].order) }

    /// How long each of `count` orders took that were made one after the other, in milliseconds.
    func times(of count: Int) async throws -> [Double] {
        try await onOwnThread { [self] in
            let connection = try connection(0)
            return try (0..<count).map { _ in
                try ContinuousClock().measure { try connection.order() }.milliseconds
            }
        }
    }

    /// Orders a second, when `count` of them come through so many connections at once.
    func rate(of count: Int, through connections: Int) async throws -> Double {
        let each = count / connections
        let time = try await ContinuousClock().measure {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<connections {
                    group.addTask {
                        try await onOwnThread { [self] in
                            let connection = try connection(number)
                            for _ in 0..<each { try connection.order() }
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
        return Double(each * connections) / (time / .seconds(1))
    }

    /// Orders a second, when as many as possible come for so long through so many connections at once.
    func rate(for time: Duration, through connections: Int) async throws -> Double {
        let start = ContinuousClock.now
        let count = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<connections {
                group.addTask {
                    try await onOwnThread { [self] in
                        let connection = try connection(number)
                        var count = 0
                        // However long the machine took to begin with it.
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

    private func connection(_ number: Int) throws -> ShopConnection {
        try ShopConnection(port: ports[number % ports.count], order: order)
    }
}

extension ShopConnection {
    fileprivate convenience init(port: UInt16, order: OrderRequest) throws {
        try self.init(port: port, request: "POST /orders", body: JSONEncoder().encode(order))
    }

    /// Makes an order and returns when it is stored. Throws when it was not.
    fileprivate func order() throws {
        guard try ask().status == 201 else { throw MeasuringError.orderRefused }
    }
}
