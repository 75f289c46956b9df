import Domain
import Foundation
import TestSupport
import Testing

@testable import ShopServer

@Suite struct EntityTagTests {
    @Test func anUnchangedSectionAnswers304() async throws {
        let (first, second) = try await withServer { server in
            let first = try await ask(server, "woowa/main")
            let known = ["If-None-Match": first["ETag"] ?? ""]
            return (first, try await ask(server, "woowa/main", fields: known))
        }
        #expect(second.status == 304)
        #expect(second.body.isEmpty)
        #expect(second["ETag"] == first["ETag"])
        #expect(second["Cache-Control"] == "no-cache")
        #expect(second["Vary"] == "Accept-Encoding")
    }

    @Test func a304EndsWithItsHead() async throws {
        let request = "GET /woowa/main HTTP/1.1\r\nHost: localhost\r\nIf-None-Match: *\r\nConnection: close\r\n\r\n"
        let answer = try await withServer { try await RawConnection.exchange(with: $0, request) }
        #expect(answer.statusLine == "HTTP/1.1 304 Not Modified")
        #expect(answer["Content-Length"] == nil)
        #expect(answer.body.isEmpty)
    }

    @Test func changedContentHasAnotherTag() async throws {
        let old = try await withServer { try await ask($0, "woowa/side")["ETag"] }
        let changed = Data("[]".utf8)
        let reply = try await withShop(replacing: [.side: changed]) { shop in
            try await withServer(resources: shop) {
                try await ask($0, "woowa/side", fields: ["If-None-Match": old ?? ""])
            }
        }
        #expect(reply.status == 200)
        #expect(reply.body == changed)
        #expect(reply["ETag"] != old)
    }

    @Test func sectionsHaveTagsOfTheirOwn() async throws {
        let tags = try await withServer { server in
            var tags: Set<String> = []
            for section in SectionID.menu { tags.insert(try await ask(server, section.path)["ETag"] ?? "") }
            return tags
        }
        #expect(tags.count == SectionID.menu.count)
    }

    @Test func aTagIsTheSameInEveryRun() {
        // The published FNV-1a hashes of the empty text and of "foobar".
        #expect(EntityTag(of: "".utf8).text == "W/\"cbf29ce484222325\"")
        #expect(EntityTag(of: "foobar".utf8).text == "W/\"85944171f73967e8\"")
        // Without contiguous storage as well.
        #expect(EntityTag(of: "foobar".utf8.lazy.map { $0 }).text == "W/\"85944171f73967e8\"")
    }

    @Test(arguments: [
        "*", " * ", "W/\"85944171f73967e8\"", "\"85944171f73967e8\"", "\"x\", W/\"85944171f73967e8\"",
        "\"a,b\",\t\"85944171f73967e8\"", ", ,\"\",W/\"85944171f73967e8\" , \"y\"",
    ])
    func aListThatNamesTheTagIsUnderstood(_ field: String) {
        #expect(EntityTag(of: "foobar".utf8).isNamed(in: field))
    }

    @Test(arguments: [
        "", "85944171f73967e8", "\"85944171f73967e8", "\"other\"", "w/\"85944171f73967e8\"", "\"*\"", "W/",
        "\" 85944171f73967e8\"", "nonsense, \"85944171f73967e8\"",
    ])
    func aListThatDoesNotNameTheTagIsNoMatch(_ field: String) {
        #expect(!EntityTag(of: "foobar".utf8).isNamed(in: field))
    }
}
