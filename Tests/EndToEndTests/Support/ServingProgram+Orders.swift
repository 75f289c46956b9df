import Domain
import Foundation
import FoundationNetworking

extension ServingProgram {
    static let token = "keeper-token-of-the-killed-shop"
    static let everybody = UUID()

    /// The answer to somebody who is both the guest and the keeper; `nil` where the server went away before it.
    func ask(
        _ method: String, _ path: String, key: UUID? = nil, session: UUID = everybody, seen: OrderState? = nil,
        body: Data? = nil
    ) async -> (status: Int, body: Data)? {
        var request = URLRequest(url: url.appending(path: path))
        request.httpMethod = method
        request.httpBody = body
        request.setValue(key?.uuidString, forHTTPHeaderField: "Idempotency-Key")
        request.setValue(session.uuidString, forHTTPHeaderField: "Banchan-Session")
        request.setValue("Bearer \(ServingProgram.token)", forHTTPHeaderField: "Authorization")
        request.setValue(seen.map { "\"\($0.rawValue)\"" }, forHTTPHeaderField: "If-Match")
        guard let (body, response) = try? await URLSession.shared.data(for: request),
            let status = (response as? HTTPURLResponse)?.statusCode
        else { return nil }
        return (status, body)
    }
}
