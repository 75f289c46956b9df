import Domain
import Foundation
import ShopHTTP

/// A source of a shop's sections over HTTP, using conditional requests.
public struct HTTPSectionSource: SectionSource {
    private let client: HTTPClient
    private let address: ShopAddress
    private let limits: HTTPLimits
    private let credentials: Credentials?

    /// Creates a source. Without `credentials` the requests are anonymous.
    public init(
        client: HTTPClient, address: ShopAddress, credentials: Credentials? = nil, limits: HTTPLimits = .standard
    ) {
        self.client = client
        self.address = address
        self.limits = limits
        self.credentials = credentials
    }

    public func fetch(_ section: SectionDefinition, validator: String?) async throws(FetchFailure) -> SectionAnswer {
        guard let url = section.address ?? address.url(for: section.id) else { throw .unreachable }
        guard let limit = section.rowLimit else { return try await fetch(section, at: url, validator: validator) }
        let answer = try await fetchPages(of: section, at: url, limit: limit, validator: validator)
        guard section.isReversed, case .content(let rows, let validator) = answer else { return answer }
        return .content(rows.picking(rows.indices.reversed()), validator: validator)
    }

    /// Fetches at most `limit` rows, page by page. Only the answer with a single page can be confirmed by a validator.
    private func fetchPages(
        of section: SectionDefinition, at url: URL, limit: Int, validator: String?
    ) async throws(FetchFailure) -> SectionAnswer {
        let length = OrderList.lengths.upperBound
        let first = url.page(before: nil, limit: min(limit, length))
        let answer = try await fetch(section, at: first, validator: validator)
        guard limit > length, case .content(var rows, _) = answer, rows.unfetched > 0 else { return answer }
        // As many pages as the shop needs; a server that sends fewer rows than it was asked for gets no more requests.
        for _ in 0..<(limit / length) where rows.count < limit && rows.unfetched > 0 {
            let next = url.page(before: section.end(rows), limit: min(limit - rows.count, length))
            guard case .content(let page, _) = try await fetch(section, at: next, validator: nil) else { break }
            rows = section.join(rows, page)
            if page.isEmpty { break }
        }
        return .content(rows, validator: nil)
    }

    private func fetch(
        _ section: SectionDefinition, at url: URL, validator: String?
    ) async throws(FetchFailure) -> SectionAnswer {
        // A server elsewhere is not sent the credentials.
        var headers = section.address == nil ? credentials?.headers(for: section.audience) ?? [:] : [:]
        headers["If-None-Match"] = validator
        let answer = try await client.get(url, headers: headers, limits: limits)
        if answer.isContent {
            return .content(try rows(of: section, in: answer), validator: answer.sendableHeader("ETag"))
        }
        guard answer.status == 304, validator != nil else { throw answer.failure }
        return .unchanged
    }

    private func rows(of section: SectionDefinition, in answer: HTTPAnswer) throws(FetchFailure) -> SectionRows {
        do {
            return try section.decode(answer.body, answer.charset)
        } catch {
            throw .body(error)
        }
    }
}

extension URL {
    /// Returns the address of a page of this list with at most `limit` rows, behind the one with the number `before`.
    fileprivate func page(before: String?, limit: Int) -> URL {
        let start = before.map { [URLQueryItem(name: "before", value: $0)] } ?? []
        let length =
            limit == OrderList.defaultLength ? [] : [URLQueryItem(name: "limit", value: "\(limit)")]
        return start.isEmpty && length.isEmpty ? self : appending(queryItems: start + length)
    }
}

extension HTTPAnswer {
    /// Returns the header `name` if it can be sent back unchanged, otherwise `nil`.
    func sendableHeader(_ name: String) -> String? { header(name)?.sendableField }
}

extension String {
    /// The maximum length of a validator: longer than any server's, short enough for a request.
    private static let maxFieldLength = 256

    /// The text if it can be the value of a request's header, otherwise `nil`: an answer or a file may have anything.
    var sendableField: String? {
        let isSendable =
            !isEmpty && utf8.count <= String.maxFieldLength && utf8.allSatisfy { (0x20...0x7E).contains($0) }
            && first != " " && last != " "
        return isSendable ? self : nil
    }
}

/// Fetches values other than sections from the shop at an address.
struct ShopReader: Sendable {
    let client: HTTPClient
    let credentials: Credentials
    let limits: HTTPLimits
    /// Evaluated for each request; `nil` means there is no shop.
    let address: @Sendable () async -> ShopAddress?

    /// Fetches the value at `path`, which is appended to the shop's address unchanged. Returns soon after its task is
    /// cancelled, with any failure.
    func get<Value: Decodable>(
        _ path: String, for audience: SectionDefinition.Audience
    ) async throws(FetchFailure) -> Value {
        guard let url = await address()?.url(forPath: path) else { throw .unreachable }
        let answer = try await client.get(url, headers: credentials.headers(for: audience), limits: limits)
        guard answer.isContent else { throw answer.failure }
        do {
            return try JSONDecoder().decode(Value.self, from: answer.json())
        } catch let error as SectionBodyError {
            throw .body(error)
        } catch let error as DecodingError {
            throw .body(SectionBodyError(error))
        } catch {
            throw .body(.notJSON)
        }
    }

    /// Returns the result of `fetch`, with the thrown error as the failure.
    func result<Value: Sendable>(
        _ fetch: @Sendable (ShopReader) async throws(FetchFailure) -> Value
    ) async -> Result<Value, FetchFailure> {
        do throws(FetchFailure) {
            return .success(try await fetch(self))
        } catch {
            return .failure(error)
        }
    }
}
