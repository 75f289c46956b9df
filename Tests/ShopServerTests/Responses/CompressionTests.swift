import Domain
import Foundation
import TestSupport
import Testing

@testable import ShopServer

@Suite struct CompressionTests {
    @Test(arguments: SectionID.menu) func gzipComesBackAsTheSameBytes(_ section: SectionID) async throws {
        let reply = try await withServer { try await ask($0, section.path, fields: ["Accept-Encoding": "gzip"]) }
        #expect(reply["Content-Encoding"] == "gzip")
        #expect(reply["Vary"] == "Accept-Encoding")
        #expect(reply.body == (try fileContent(of: section)))
    }

    @Test func whatIsSentIsGzipAndSmaller() async throws {
        let answer = try await main(accepting: "br;q=1.0, gzip;q=0.8")
        let plain = try fileContent(of: .main)
        #expect(answer["Content-Encoding"] == "gzip")
        #expect(answer["Content-Length"] == "\(answer.body.count)")
        #expect(answer.body.starts(with: [0x1F, 0x8B, 0x08]))
        #expect(answer.body.count < plain.count / 2)
        // A gzip member ends with the length of the uncompressed data, lowest byte first (RFC 1952, 2.3.1).
        let length = answer.body.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        #expect(length == plain.count)
    }

    @Test(arguments: [nil, "identity", "gzip;q=0", "*;q=0", "gzip;q=0, *", "deflate"])
    func aPlainBodyIsSentWhereGzipIsRefused(_ accepted: String?) async throws {
        let answer = try await main(accepting: accepted)
        #expect(answer["Content-Encoding"] == nil)
        #expect(answer["Vary"] == "Accept-Encoding")
        #expect(answer.body == Array(try fileContent(of: .main)))
    }

    @Test func bothFormsHaveTheSameTag() async throws {
        let plain = try await main(accepting: nil)
        let compressed = try await main(accepting: "gzip")
        #expect(plain["ETag"] == compressed["ETag"])
    }

    @Test func aSectionThatGzipMakesNoSmallerIsSentPlain() async throws {
        let reply = try await withShop(replacing: [.main: Data("[]".utf8)]) { shop in
            try await withServer(resources: shop) {
                try await ask($0, "woowa/main", fields: ["Accept-Encoding": "gzip"])
            }
        }
        #expect(reply["Content-Encoding"] == nil)
        #expect(reply.body == Data("[]".utf8))
    }

    @Test(arguments: [
        "gzip", "GZIP", "x-gzip", "*", "gzip;q=0.001", "gzip ; q=1.000", "deflate, gzip", "identity;q=0.5, gzip;q=0.5",
        "gzip;level=9;Q=0.7", "br, *;q=0.1", "identity;q=0, gzip;q=0.2",
    ])
    func fieldsThatTakeGzip(_ field: String) { #expect(AcceptEncoding(field).takesGzip) }

    @Test(arguments: [
        nil, "", ",", "identity", "gzip;q=0", "gzip;q=0.000", "*;q=0", "*, gzip;q=0", "gzip;q=0.5, identity;q=1",
        "gzip;q=nonsense", "gzip;q=nan", "gzip;q=2", "gzip;q=-1", "gzipped", "br",
    ])
    func fieldsThatRefuseGzip(_ field: String?) { #expect(!AcceptEncoding(field).takesGzip) }

    private func main(accepting field: String?) async throws -> RawAnswer {
        let accepting = field.map { "Accept-Encoding: \($0)\r\n" } ?? ""
        let request = "GET /woowa/main HTTP/1.1\r\nHost: localhost\r\n\(accepting)Connection: close\r\n\r\n"
        return try await withServer { try await RawConnection.exchange(with: $0, request) }
    }
}
