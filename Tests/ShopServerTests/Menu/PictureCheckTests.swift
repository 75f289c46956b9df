import Foundation
import Pictures
import TestPeers
import TestSupport
import Testing

@testable import ShopServer

/// What the check says of the shop's own pictures: what guests see of them.
@Suite struct PictureCheckTests {
    private static let jpeg = TestPicture.jpeg(160, 80) { x, y in UInt32(truncatingIfNeeded: x &* 7_919 ^ y &* 104_729)
    }

    /// Returns what is found in a shop whose picture has these bytes, and what is read of its pictures.
    private func found(_ picture: Data, as name: String = "a.jpg") async throws -> (findings: [String], read: [String])
    {
        let menu = try #require(SmallShop.files["menu/main.json"]).replacing("/pictures/a.jpg", with: name)
        let files: [String: Data?] = ["pictures/\(name)": picture, "menu/main.json": Data(menu.utf8)]
        let report = try await SmallShop.with(files) { ShopServer.check($0) }
        let findings = report.findings.filter { $0.file == "pictures/\(name)" }
        return (
            findings.map { $0.severity == .note ? "(\($0.text.english))" : $0.text.english },
            report.pictures.map { "\($0.format.name) \($0.width)x\($0.height) \($0.file) \($0.count)" }
        )
    }

    @Test func theFormatAndSizeOfEachPictureAreSaid() async throws {
        let (findings, read) = try await found(PictureCheckTests.jpeg)
        #expect(findings.isEmpty)
        #expect(read == ["JPEG 160x80 pictures/a.jpg 1", "PNG 8x8 avatars/1.png 1"])
        let others = try await found(TestPicture.plain(0x112233, 8, 8), as: "b.png")
        #expect(others.read == ["PNG 8x8 pictures/b.png 2", "JPEG 16x8 pictures/a.jpg 1"])
    }

    @Test func whatGuestsSeeOtherwiseIsANote() async throws {
        let png = TestPicture.plain(0x112233, 8, 8)
        #expect(try await found(png).findings == ["(The name says JPEG, the content is PNG.)"])
        #expect(try await found(png, as: "a b").findings.isEmpty)
        #expect(
            try await found(PictureCheckTests.jpeg.dropLast(400)).findings
                == ["(The file is cut off, so that only a part of the picture is shown.)"])
    }

    @Test func whatIsNotShownIsAProblem() async throws {
        #expect(
            try await found(Data("<html>".utf8)).findings
                == ["This is no JPEG, PNG, WebP or HEIC picture, so that it is not shown."])
        #expect(
            try await found(PictureCheckTests.jpeg.prefix(30)).findings
                == ["The picture is damaged, so that it is not shown."])
    }

    @Test func aPictureIsDecodedOncePerStamp() async throws {
        try await SmallShop.with { shop in
            let inspector = PictureInspector()
            let directory = PictureDirectory(shop.appending(component: "pictures"))
            let picture = try #require(try directory.picture("a.jpg"))
            #expect(try inspector.outcome(of: picture).get().width == 16)
            // The file of the same stamp is not read again.
            #expect(inspector.decoded == 1)
            _ = inspector.outcome(of: try #require(try directory.picture("a.jpg")))
            #expect(inspector.decoded == 1)
            try TestPicture.plain(1, 9, 9).write(to: shop.appending(path: "pictures/a.jpg"))
            #expect(try inspector.outcome(of: try #require(try directory.picture("a.jpg"))).get().width == 9)
            #expect(inspector.decoded == 2)
        }
    }

    @Test func aPictureThatBreaksWhileTheShopIsOpenIsToldOnceAndSoIsItsRepair() async throws {
        let told = Record<Finding>()
        try await SmallShop.with { shop in
            var configuration = ShopServer.Configuration(resources: shop)
            configuration.onFindings = { for finding in $0.findings { told.append(finding) } }
            try await withServer(configuration) { _ in
                let file = shop.appending(path: "pictures/a.jpg")
                let good = try Data(contentsOf: file)
                for round in 1...2 {
                    try good.prefix(30).write(to: file)
                    await told.wait { $0.count { $0.text.english.contains("damaged") } == round }
                    // Another change, with which the picture is checked again.
                    try Data(#"[{"x": \#(round)}]"#.utf8).write(to: shop.appending(path: "menu/side.json"))
                    await told.wait { $0.contains { $0.file == "menu/side.json" } }
                    try good.write(to: file)
                    await told.wait { $0.count { $0.text == .validAgain } == round }
                }
                let ofPicture = told.all.filter { $0.file == "pictures/a.jpg" }.map(\.text.english)
                let once = ["The picture is damaged, so that it is not shown.", "This is valid again."]
                #expect(ofPicture == once + once)
            }
        }
    }
}
