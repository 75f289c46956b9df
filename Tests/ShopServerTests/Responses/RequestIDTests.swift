import Foundation
import Logging
import NIOConcurrencyHelpers
import ShopResources
import TestSupport
import Testing

@testable import ShopServer

/// Each request has an id that is in its response and in the log. The log contains no secrets.
@Suite struct RequestIDTests {
    @Test func aSaneIDIsTakenOverAndAnotherIsReplaced() async throws {
        let sane = ["a", "3f2504e0-4f89-11d3-9a0c-0305e82c3301", "req_1.2-X", String(repeating: "a", count: 64)]
        let others = ["", "a b", "a\"b", "반찬", "a;b", "<script>", String(repeating: "a", count: 65)]
        try await withServer { server in
            for id in sane {
                let answered = try await ask(server, "health", fields: ["X-Request-Id": id])["X-Request-Id"]
                #expect(answered == id)
            }
            for id in others {
                let answered = try await ask(server, "nowhere", fields: ["X-Request-Id": id])["X-Request-Id"]
                #expect(try #require(answered).wholeMatch(of: /[0-9a-f]{8,32}/) != nil, "\(id)")
                #expect(answered != id)
            }
        }
    }

    @Test func everyRequestHasOneOfItsOwn() async throws {
        try await withServer { server in
            let first = try await ask(server, "health")["X-Request-Id"]
            #expect(first != nil)
            let second = try await ask(server, "health")["X-Request-Id"]
            #expect(second != first)
        }
    }

    @Test func theLogSaysWhatWasAskedAndNothingSecret() async throws {
        let lines = NIOLockedValueBox<[String]>([])
        let session = UUID()
        try await withOrderingShop(
            configure: { configuration in
                configuration.logger = Logger(label: "test") { _ in RecordingHandler(lines: lines) }
            },
            { shop in
                _ = try await shop.order([OrderingShop.spinachLine], who: "홍길동", session: session)
                _ = try await shop.keep("orders?after=0&secret=hunter2")
                _ = try await ask(shop.url, "private/path", fields: ["X-Request-Id": "mine"])
            })
        let told = lines.withLockedValue(\.self)
        #expect(told.count == 3)
        #expect(told[0].contains("method=POST"))
        #expect(told[0].contains("route=/orders "))
        #expect(told[0].contains("status=201"))
        #expect(told[1].contains("route=/orders "))
        #expect(told[1].contains("client=127.0.0.1"))
        #expect(told[2].contains("id=mine"))
        #expect(told[2].contains("route=none"))
        #expect(told[2].contains("status=404"))
        for secret in ["홍길동", session.uuidString, OrderingShop.token, "hunter2", "private"] {
            #expect(!told.joined().lowercased().contains(secret.lowercased()))
        }
    }
}

struct RecordingHandler: LogHandler {
    let lines: NIOLockedValueBox<[String]>
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?
    var logLevel = Logger.Level.trace

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let details = (event.metadata ?? [:]).sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value) " }.joined()
        lines.withLockedValue { $0.append("\(event.message) \(details)") }
    }
}
