import Domain
import Foundation
import FoundationNetworking

extension ServingProgram {
    static let token = "keeper-token-of-the-killed-shop"
    private static let session = UUID()

    /// Sends a request as both the guest and the keeper. Returns `nil` if the server ended before it answered.
    func ask(
        _ method: String, _ path: String, key: UUID? = nil, seen: OrderState? = nil, body: Data? = nil
    ) async -> (status: Int, body: Data)? {
        var request = URLRequest(url: url.appending(path: path))
        request.httpMethod = method
        request.httpBody = body
        request.setValue(key?.uuidString, forHTTPHeaderField: "Idempotency-Key")
        request.setValue(ServingProgram.session.uuidString, forHTTPHeaderField: "Banchan-Session")
        request.setValue("Bearer \(ServingProgram.token)", forHTTPHeaderField: "Authorization")
        request.setValue(seen.map { "\"\($0.rawValue)\"" }, forHTTPHeaderField: "If-Match")
        guard let (body, response) = try? await URLSession.shared.data(for: request),
            let status = (response as? HTTPURLResponse)?.statusCode
        else { return nil }
        return (status, body)
    }
}
