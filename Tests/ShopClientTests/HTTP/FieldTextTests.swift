import Domain
import Foundation
import ShopHTTP
import TerminalText
import TestPeers
import Testing

@testable import ShopClient

/// Answers whose text is not UTF-8.
@Suite struct FieldTextTests {
    /// "비빔밥" in EUC-KR and CP949.
    private static let bibimbap: [UInt8] = [0xBA, 0xF1, 0xBA, 0xF6, 0xB9, 0xE4]

    private static func json(_ title: [UInt8], _ before: String, _ after: String) -> [UInt8] {
        Array(before.utf8) + title + Array(after.utf8)
    }

    private static let list = json(bibimbap, #"[{"detail_hash":"H1","title":""#, #"","s_price":"12,900"}]"#)

    private func withServer<Value>(
        _ type: String, _ body: [UInt8], _ status: String = "200 OK",
        _ use: (HTTPClient, @escaping @Sendable () async -> ShopAddress?) async throws -> Value
    ) async throws -> Value {
        let server = try HostileServer { peer, _ in peer.answer(status, headers: ["Content-Type: \(type)"], body: body)
        }
        defer { server.stop() }
        let address = try ShopAddress("http://127.0.0.1:\(server.port)")
        return try await use(HTTPClient()) { address }
    }

    private func titles(_ type: String, _ body: [UInt8]) async throws -> [String] {
        try await withServer(type, body) { client, address in
            let source = HTTPSectionSource(client: client, address: try #require(await address()), limits: .untimed())
            guard case .content(let rows, _) = try await source.fetch(.main, validator: nil) else { return [] }
            return rows.array(of: Dish.self).map(\.title.string)
        }
    }

    @Test(arguments: [
        "application/json; charset=EUC-KR", "application/json;charset=\"euc-kr\"", "text/plain; a=b; Charset=cp949 ",
        "application/json", "application/json; charset=utf-8", "application/json; charset=", "nonsense",
    ])
    func aListInKoreanIsReadByItsHeaderAndByItsNature(_ type: String) async throws {
        #expect(try await titles(type, Self.list) == ["비빔밥"])
    }

    @Test(arguments: [true, false]) func aListInUTF16IsRead(_ isBig: Bool) async throws {
        let text = #"[{"detail_hash":"H1","title":"비빔밥","s_price":"12,900"}]"#
        let bytes = text.utf16.flatMap {
            isBig ? [UInt8($0 >> 8), UInt8($0 & 0xFF)] : [UInt8($0 & 0xFF), UInt8($0 >> 8)]
        }
        #expect(try await titles("application/json", bytes) == ["비빔밥"])
        #expect(
            try await titles("application/json; charset=utf-16", (isBig ? [0xFE, 0xFF] : [0xFF, 0xFE]) + bytes) == [
                "비빔밥"
            ])
    }

    @Test func whatIsNoTextIsRefusedAndNamesTheCharset() async throws {
        let noText = (0..<500).map { UInt8(truncatingIfNeeded: $0 &* 37 | 0x80) }
        await #expect(throws: FetchFailure.body(.charset("EUC-KR"))) {
            try await titles("application/json; charset=EUC-KR", noText)
        }
        await #expect(throws: FetchFailure.body(.charset(nil))) { try await titles("application/json", noText) }
    }

    @Test func aPageIsReadInItsCharset() async throws {
        let body = Self.json(
            Self.bibimbap, #"{"hash":"H1","data":{"product_description":""#,
            #"","prices":["1,000원"]}}"#
                .replacing("원", with: ""))
        let page = try await withServer("application/json; charset=EUC-KR", body) { client, address in
            try await DetailSource.http(client: client, address: address, limits: .untimed()).fetch("H1")
        }
        #expect(page.description == "비빔밥")
    }

    @Test func aValueAndTheReasonOfARefusalAreReadInTheirCharset() async throws {
        let reason = Self.json(Self.bibimbap, #"{"error":""#, #""}"#)
        let type = "application/json; charset=EUC-KR"
        let order = PendingOrder(draft: draft(), session: UUID(), confirmedAt: .now)
        let refused = try await withServer(type, reason, "409 Conflict") { client, address in
            await OrderClient.http(client: client, address: address, limits: .untimed()).place(order)
        }
        #expect(refused == .refused(status: 409, body: Data(#"{"error":"비빔밥"}"#.utf8)))
        let creature = Self.json(
            Self.bibimbap, #"{"id":1,"name":""#, #"","height":1,"weight":1,"sprites":{"front_default":null}}"#)
        await #expect(throws: PokemonFault.noSprite(name: "비빔밥")) {
            try await withServer(type, creature) { client, address in
                try await PokemonService(client: client, cache: nil, address: address).pokemon(1)
            }
        }
    }
}
