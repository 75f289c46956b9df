import Foundation
import ShopModels

/// One connection to a shop that makes orders, one after the other. Every call blocks: a benchmark measures the server,
/// not a client's threads.
final class OrderConnection {
    private let descriptor: Int32
    private let body: [UInt8]

    init(port: UInt16, order: OrderRequest) throws {
        body = [UInt8](try JSONEncoder().encode(order))
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let isConnected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isConnected else { throw MeasuringError.shopClosed }
        var yes: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    }

    deinit { close(descriptor) }

    /// Makes an order under a new key and returns when it is stored. Throws when it was not.
    func order() throws {
        let head =
            "POST /orders HTTP/1.1\r\nHost: shop\r\nIdempotency-Key: \(UUID())\r\nContent-Length: \(body.count)\r\n\r\n"
        let request = Array(head.utf8) + body
        guard send(descriptor, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else {
            throw MeasuringError.shopClosed
        }
        guard try answer().hasPrefix("HTTP/1.1 201") else { throw MeasuringError.orderRefused }
    }

    /// The whole answer: its head, and as many bytes as that promises.
    private func answer() throws -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { throw MeasuringError.shopClosed }
            bytes += buffer[..<count]
            let text = String(decoding: bytes, as: UTF8.self)
            if let end = text.range(of: "\r\n\r\n"), let length = length(in: text[..<end.lowerBound]),
                text[end.upperBound...].utf8.count >= length
            {
                return text
            }
        }
    }

    private func length(in head: Substring) -> Int? {
        head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
            .flatMap { Int($0.filter(\.isNumber)) }
    }
}
