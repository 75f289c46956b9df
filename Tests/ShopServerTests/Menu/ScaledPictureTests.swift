import Foundation
import Pictures
import TestPeers
import TestSupport
import Testing

@testable import ShopServer

/// Photographs of the shop that are too large for terminals are sent scaled down.
@Suite struct ScaledPictureTests {
    /// 16.2 megapixels.
    private static let photograph = TestPicture.jpeg(5_400, 3_000) { x, _ in x < 2_700 ? 0xD02010 : 0x1020D0 }

    @Test func aPhotographIsSentScaledDownAndItsFileStays() async throws {
        let photograph = ScaledPictureTests.photograph
        try await SmallShop.with(["pictures/a.jpg": photograph]) { shop in
            try await withServer(resources: shop) { server in
                let reply = try await ask(server, "pictures/a.jpg")
                #expect(reply.status == 200)
                #expect(reply["Content-Type"] == "image/jpeg")
                let facts = try PictureDecoder.facts(of: reply.body)
                #expect([facts.width, facts.height].elementsEqual([1_600, 888]))
                let fields = ["If-None-Match": reply["ETag"] ?? ""]
                #expect(try await ask(server, "pictures/a.jpg", fields: fields).status == 304)
                #expect(try Data(contentsOf: shop.appending(path: "pictures/a.jpg")) == photograph)
                // A small picture in its place is sent as it is.
                let small = TestPicture.plain(0x336699, 8, 8)
                try small.write(to: shop.appending(path: "pictures/a.jpg"))
                try await wait { try await ask(server, "pictures/a.jpg").body == small }
            }
        }
    }

    @Test func thatIsANoteOfTheCheck() async throws {
        let report = try await SmallShop.with(["pictures/a.jpg": ScaledPictureTests.photograph]) {
            ShopServer.check($0)
        }
        let note = "The picture is larger than 5 MiB or 16 megapixels: it is sent scaled down."
        #expect(report.findings.map(\.text.english) == [note])
        #expect(report.findings.map(\.severity) == [.note])
        #expect(report.pictures.contains { $0.width == 5_400 && $0.height == 3_000 })
    }

    @Test func itIsScaledOnceForAllWhoAskAndAgainWhenItChanges() async throws {
        try await SmallShop.with(["pictures/a.jpg": ScaledPictureTests.photograph]) { shop in
            let scaled = ScaledPictures(in: nil)
            let directory = PictureDirectory(shop.appending(component: "pictures"))
            for round in 1...2 {
                let picture = try #require(try directory.picture("a.jpg"))
                let tags = try await withThrowingTaskGroup(of: String?.self) { group in
                    for _ in 0..<8 { group.addTask { try await scaled.content(of: picture)?.tag.opaque } }
                    return try await group.reduce(into: Set<String?>()) { $0.insert($1) }
                }
                #expect(tags.count == 1)
                #expect(tags.contains(nil) == false)
                #expect(scaled.scaled == round)
                // The same picture with a film behind it.
                try (ScaledPictureTests.photograph + Data(count: 9)).write(to: shop.appending(path: "pictures/a.jpg"))
            }
        }
    }

    @Test func whatWasScaledIsKeptForTheNextRun() async throws {
        try await SmallShop.with(["pictures/a.jpg": ScaledPictureTests.photograph]) { shop in
            let cache = shop.appending(path: "cache/pictures").path
            let picture = try #require(
                try PictureDirectory(shop.appending(component: "pictures")).picture("a.jpg"))
            let first = ScaledPictures(in: cache)
            let content = try #require(try await first.content(of: picture))
            #expect(try FileManager.default.contentsOfDirectory(atPath: cache) == [picture.tag.opaque])
            let second = ScaledPictures(in: cache)
            #expect(try await second.content(of: picture)?.tag == content.tag)
            #expect(first.scaled == 1 && second.scaled == 0)
            // A file that was cut off meanwhile is no picture.
            try Data().write(to: URL(filePath: cache).appending(path: picture.tag.opaque))
            #expect(try await second.content(of: picture)?.tag == content.tag)
            #expect(second.scaled == 1)
        }
    }

    @Test func whereNothingCanBeWrittenItIsKeptForThisRun() async throws {
        try await SmallShop.with(["pictures/a.jpg": ScaledPictureTests.photograph]) { shop in
            let picture = try #require(
                try PictureDirectory(shop.appending(component: "pictures")).picture("a.jpg"))
            let scaled = ScaledPictures(in: "/dev/null/pictures")
            for _ in 0..<2 { #expect(try await scaled.content(of: picture) != nil) }
            #expect(scaled.scaled == 1)
        }
    }

    @Test func whatIsSmallOrCannotBeScaledIsSentAsItIs() async throws {
        let files: [String: Data?] = [
            "pictures/small.png": TestPicture.plain(1, 8, 8), "pictures/large.txt": Data(count: 6 << 20),
        ]
        try await SmallShop.with(files) { shop in
            let scaled = ScaledPictures(in: nil)
            let directory = PictureDirectory(shop.appending(component: "pictures"))
            for name in ["small.png", "large.txt", "large.txt"] {
                let picture = try #require(try directory.picture(name))
                #expect(try await scaled.content(of: picture) == nil)
            }
            // The one that failed is not tried again.
            #expect(scaled.scaled == 1)
        }
    }
}
