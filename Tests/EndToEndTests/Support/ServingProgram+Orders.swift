import Domain
import Foundation
import TestSupport

extension ServingProgram {
    static let token = "keeper-token-of-the-killed-shop"
    private static let session = UUID()

    /// Sends a request as both the guest and the keeper. Returns `nil` if the server ended before it answered.
    func ask(
        _ method: String, _ path: String, key: UUID? = nil, seen: OrderState? = nil, body: Data? = nil
    ) async -> (status: Int, body: Data)? {
        let fields = [
            "Idempotency-Key": key?.uuidString, "Banchan-Session": ServingProgram.session.uuidString,
            "Authorization": "Bearer \(ServingProgram.token)", "If-Match": seen.map { "\"\($0.rawValue)\"" },
        ].compactMapValues(\.self)
        let reply = try? await TestSupport.ask(url, path, method: method, fields: fields, body: body)
        return reply.map { ($0.status, $0.body) }
    }
}
