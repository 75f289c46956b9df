import Canvas
import Domain
import Foundation
import Pictures
import Platform
import ShopHTTP
import TestPeers
import TestSupport
import Testing

@testable import ShopClient
@testable import ShopServer

/// What `banchan check` says of the addresses of a shop's pictures is what its guests see.
@Suite struct CheckedPictureTests {
    private let directory = TemporaryDirectory()
    private let size = Size(width: 2, height: 1)

    /// The names of the shop's files.
    private static let files = [
        "a.jpg", "B.JPG", "my dish.jpg", "two  blanks.jpg", "50%할인.png", "100%25.jpg", "a[1].jpg", "갈비:밥.jpg",
        "1+1=3.jpg",
        "갈비.jpg", "밥.jpg".decomposedStringWithCanonicalMapping, "café.jpg", "\u{FEFF}mark.jpg", "what?.jpg", "no#1.jpg",
        "\u{1F371}.png", "\u{1F469}\u{200D}\u{1F373}.png", "a\\b.jpg", "no extension", "-.jpg", "~.jpg", "\u{378}.jpg",
    ]

    /// Addresses and whether the check has nothing to say about them.
    private static let written: [(address: String, passes: Bool)] = [
        ("/pictures/a.jpg", true), ("pictures/a.jpg", true), ("a.jpg", true), (" /pictures/a.jpg ", true),
        ("./pictures/a.jpg", true), ("/pictures/a.jpg?w=100#top", true), ("/pictures/B.JPG", true),
        ("/pictures/my dish.jpg", true), ("my dish.jpg", true), ("my%20dish.jpg", true),
        ("/pictures/two  blanks.jpg", true), ("/pictures/50%할인.png", true), ("50%할인.png", true),
        ("/pictures/50%25할인.png", true), ("/pictures/a[1].jpg", true), ("/pictures/갈비:밥.jpg", true),
        ("/pictures/1+1=3.jpg", true), ("/pictures/갈비.jpg", true), ("/pictures/%EA%B0%88%EB%B9%84.jpg", true),
        ("/pictures/" + "갈비.jpg".decomposedStringWithCanonicalMapping, true), ("/pictures/밥.jpg", true),
        ("/pictures/cafe\u{301}.jpg", true), ("/pictures/\u{FEFF}mark.jpg", true), ("/pictures/what%3F.jpg", true),
        ("/pictures/no%231.jpg", true), ("/pictures/\u{1F371}.png", true),
        ("/pictures/\u{1F469}\u{200D}\u{1F373}.png", true), ("/pictures/a\\b.jpg", true), ("no extension", true),
        ("/pictures/100%2525.jpg", true), ("-.jpg", true), ("~.jpg", true), ("/pictures/\u{378}.jpg", true),
        ("/pictures/A.jpg", false), ("/pictures/b.jpg", false), ("/images/a.jpg", false), ("mark.jpg", false),
        ("/pictures/100%25.jpg", false), ("/pictures/what?.jpg", false), ("/pictures/no#1.jpg", false),
        ("//pictures/a.jpg", false), ("data:image/png;base64,AA", false), ("ftp://a/b.jpg", false),
        ("/pictures/../pictures/a.jpg", false), ("/pictures/a\n.jpg", false), ("/pictures/", false),
        ("/pictures/two blanks.jpg", false), ("http://user:word@host/a.jpg", false),
    ]

    @Test func whatTheCheckPassesIsFetchedAndShown() async throws {
        try makeFiles()
        let passing = try await passed(CheckedPictureTests.written.map(\.address))
        for (number, written) in CheckedPictureTests.written.enumerated() {
            #expect(passing.contains(number) == written.passes, "\(written.address)")
        }
    }

    @Test(arguments: 1...4) func whateverTheCheckPassesIsFetchedAndShown(_ seed: UInt64) async throws {
        try makeFiles()
        var generator = SeededGenerator(seed: seed)
        let pieces = [
            "/", "pictures/", "%", "%2", "%20", " ", ".", "..", "[", "#", "?", "\u{301}", "\u{FEFF}", ":", "A",
        ]
        let addresses = (0..<60).map { _ in
            let name = CheckedPictureTests.files.randomElement(using: &generator) ?? ""
            let prefix = ["", "/", "pictures/", "/pictures/", " ./", "//"].randomElement(using: &generator) ?? ""
            var address = Array(prefix + name)
            for _ in 0..<Int.random(in: 0...2, using: &generator) {
                let index = Int.random(in: 0...address.count, using: &generator)
                address.insert(contentsOf: pieces.randomElement(using: &generator) ?? "", at: index)
            }
            return String(address)
        }
        _ = try await passed(addresses)
    }

    private func makeFiles() throws {
        for folder in ["menu", "pictures", "juice"] {
            try FileManager.default.createDirectory(
                at: directory.url.appending(component: folder), withIntermediateDirectories: true)
        }
        for name in ["soup", "side"] {
            try Data("[]".utf8).write(to: directory.url.appending(path: "menu/\(name).json"))
        }
        for name in ["fruits", "recipes"] {
            try Data("[]".utf8).write(to: directory.url.appending(path: "juice/\(name).json"))
        }
        for name in CheckedPictureTests.files {
            // The name is used as it is, byte by byte.
            let path = directory.url.path + "/pictures/" + name
            guard let file = fopen(path, "w") else { throw CocoaError(.fileWriteUnknown) }
            defer { fclose(file) }
            let picture = TestPicture.plain(0x336699, 8, 8)
            picture.withUnsafeBytes { _ = fwrite($0.baseAddress, 1, $0.count, file) }
        }
    }

    /// Writes a menu with these addresses, one a line. Expects that the picture is shown of each that the check passes,
    /// and returns their numbers.
    private func passed(_ addresses: [String]) async throws -> Set<Int> {
        let dishes = try addresses.enumerated().map { number, address in
            let text = String(decoding: try JSONEncoder().encode(address), as: UTF8.self)
            return
                #"{"detail_hash": "H\#(number)", "title": "나물 \#(number)", "s_price": "1원", "description": "", "alt": "", "#
                + #""delivery_type": [], "image": \#(text)}"#
        }
        let menu = "[\n" + dishes.joined(separator: ",\n") + "\n]"
        try Data(menu.utf8).write(to: directory.url.appending(path: "menu/main.json"))
        let findings = ShopServer.check(directory.url).findings.filter { $0.file == "menu/main.json" }
        let refused = Set(findings.compactMap { $0.position.map { $0.line - 2 } })
        let passing = Set(addresses.indices).subtracting(refused)
        try await withServer(.init(resources: directory.url)) { url in
            let shop = try ShopAddress(url.absoluteString)
            let source = HTTPSectionSource(client: HTTPClient(), address: shop)
            let main = SectionDefinition(.main, rows: Dish.self)
            guard case .content(let rows, _) = try await source.fetch(main, validator: nil) else {
                Issue.record("no menu")
                return
            }
            // What is on other servers is not checked.
            let own = passing.sorted().map { rows.image(ofRow: $0) }.filter {
                if case .relative = try? PictureAddress($0) { true } else { false }
            }
            try await expectPictures(own, of: shop)
        }
        return passing
    }

    /// Expects that a client shows the pictures at all of these addresses.
    private func expectPictures(_ addresses: [String], of shop: ShopAddress) async throws {
        let repository = PictureRepository(
            source: .http(client: HTTPClient(), shop: shop.description) { shop }, colors: .direct,
            backoff: RetryBackoff { _ in })
        let log = await PictureLog(of: repository)
        let run = Task { await repository.run() }
        repository.request(
            PictureDemand(inView: addresses.map { PictureRequest($0, fitting: size) }, mayDownload: true))
        await log.wait(for: addresses)
        for address in addresses {
            #expect(repository.picture(address, fitting: size).picture != nil, "\(address)")
        }
        run.cancel()
        await run.value
    }
}
