import Domain
import Foundation

/// Guests who order.
struct OrderLoad: Sendable {
    let port: UInt16
    let order: OrderRequest

    /// How long each of `count` orders took that were made one after the other, in milliseconds.
    func times(of count: Int) async throws -> [Double] {
        try await onOwnThread { [self] in
            let connection = try ShopConnection(port: port, order: order)
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
                for _ in 0..<connections {
                    group.addTask {
                        try await onOwnThread { [self] in
                            let connection = try ShopConnection(port: port, order: order)
                            for _ in 0..<each { try connection.order() }
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
        return Double(each * connections) / (time / .seconds(1))
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
