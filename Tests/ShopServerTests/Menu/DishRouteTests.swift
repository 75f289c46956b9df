import Domain
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import ShopServer

@Suite struct DishRouteTests {
    @Test func aDetailIsServedAsItsFileHasItAndNotTwice() async throws {
        try await withDishes { server, directory in
            let reply = try await ask(server, "woowa/detail/H0001")
            #expect(reply.status == 200)
            #expect(reply.body == (try Data(contentsOf: directory.appending(path: "details/H0001.json"))))
            #expect(reply["Content-Type"] == "application/json; charset=utf-8")
            #expect(try DishDetailBody.decode(reply.body).data.price == Won(5_500))
            let again = try await ask(server, "woowa/detail/H0001", fields: ["If-None-Match": reply["ETag"] ?? ""])
            #expect(again.status == 304)
            #expect(again.body.isEmpty)
        }
    }

    @Test(arguments: ["H9999", "", "H0001.json", "..%2Fmenu%2Fmain", "%2E%2E", "%00", "H0001%00", "H0001/x", "%zz"])
    func aDetailOfNothingAnswers404(_ hash: String) async throws {
        try await withDishes { server, _ in try await expectNothing(at: "/woowa/detail/\(hash)", of: server) }
    }

    private static let heads: [(start: [UInt8], type: String)] = [
        ([0xFF, 0xD8, 0xFF], "image/jpeg"), ([0x89] + Array("PNG\r\n\u{1A}\n".utf8), "image/png"),
        (Array("GIF89a".utf8), "image/gif"), (Array("RIFF".utf8) + [9, 9, 9, 9] + Array("WEBP".utf8), "image/webp"),
        ([0, 0, 0, 20] + Array("ftypmif1".utf8) + [0, 0, 0, 0] + Array("heic".utf8), "image/heic"),
        (Array("<html>".utf8), "application/octet-stream"), ([], "application/octet-stream"),
    ]

    @Test(arguments: ["a.jpg", "a.png", "a.html", "a", "%EA%B9%80%20%EC%B9%98.png"])
    func aPictureIsServedAsWhatItsContentIs(_ name: String) async throws {
        try await withDishes { server, directory in
            let file = directory.appending(component: "pictures").appending(
                component: try #require(name.removingPercentEncoding))
            for (start, type) in DishRouteTests.heads {
                let bytes = Data(start + (0..<200_000 - start.count).map { UInt8(truncatingIfNeeded: $0 &* 31) })
                // Another file, which no cache knows.
                try? FileManager.default.removeItem(at: file)
                try bytes.write(to: file)
                try await wait { try await ask(server, "pictures/\(name)").body == bytes }
                let reply = try await ask(server, "pictures/\(name)")
                #expect(reply["Content-Type"] == type)
                #expect(reply["Content-Length"] == "200000")
                #expect(reply["X-Content-Type-Options"] == "nosniff")
            }
        }
    }

    @Test func aPictureIsSentAgainOnlyWhenItChanged() async throws {
        try await withDishes { server, directory in
            let file = directory.appending(path: "pictures/a.jpg")
            try Data("one".utf8).write(to: file)
            let tag = try await ask(server, "pictures/a.jpg")["ETag"] ?? ""
            let same = try await ask(server, "pictures/a.jpg", fields: ["If-None-Match": tag])
            #expect(same.status == 304)
            #expect(same["ETag"] == tag)
            try Data("three".utf8).write(to: file)
            try await wait {
                let other = try await ask(server, "pictures/a.jpg", fields: ["If-None-Match": tag])
                return other.status == 200 && other.body == Data("three".utf8)
            }
        }
    }

    @Test func anEmptyPictureIsEmptyAndAPipeOrDirectoryIsNone() async throws {
        try await withDishes { server, directory in
            let pictures = directory.appending(component: "pictures")
            try Data().write(to: pictures.appending(component: "empty.png"))
            try FileManager.default.createDirectory(
                at: pictures.appending(component: "folder.png"), withIntermediateDirectories: false)
            #expect(mkfifo(pictures.appending(component: "pipe.png").path, 0o600) == 0)
            let reply = try await ask(server, "pictures/empty.png")
            #expect(reply.status == 200)
            #expect(reply.body.isEmpty)
            for name in ["folder.png", "pipe.png"] { try await expectNothing(at: "/pictures/\(name)", of: server) }
        }
    }

    @Test func aLinkIsFollowedOnlyWhereItStaysInside() async throws {
        try await withDishes { server, directory in
            let pictures = directory.appending(component: "pictures")
            try Data("inside".utf8).write(to: pictures.appending(component: "a.jpg"))
            try Data("outside".utf8).write(to: directory.appending(component: "secret.jpg"))
            let links = [
                "in.jpg": "a.jpg", "absolute.jpg": pictures.appending(component: "a.jpg").path,
                "out.jpg": "../secret.jpg",
                "passwd.jpg": "/etc/passwd", "far.jpg": "out.jpg", "loop.jpg": "loop.jpg",
            ]
            for (name, target) in links {
                let link = pictures.appending(component: name).path
                try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
            }
            for name in ["in.jpg", "absolute.jpg"] {
                #expect(try await ask(server, "pictures/\(name)").body == Data("inside".utf8))
            }
            for name in ["out.jpg", "passwd.jpg", "far.jpg", "loop.jpg"] {
                try await expectNothing(at: "/pictures/\(name)", of: server)
            }
        }
    }

    @Test func whereNoFileCanBeOpenedNowThereMayWellBeOne() {
        for number in [EMFILE, ENFILE, ENOMEM] {
            let refusal = PictureFile.refusal(of: number)
            #expect(refusal?.status == .serviceUnavailable)
            #expect(refusal?.fields[.retryAfter] == "1")
        }
        for number in [ENOENT, EACCES, ENOTDIR, ELOOP] { #expect(PictureFile.refusal(of: number) == nil) }
    }

    @Test func aNameComposedOtherwiseMeansTheSameFile() async throws {
        try await withDishes { server, directory in
            let name = "갈비.jpg"
            try Data("galbi".utf8).write(to: directory.appending(component: "pictures").appending(component: name))
            for spelling in [name, name.decomposedStringWithCanonicalMapping] {
                let path = try #require(spelling.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
                #expect(try await ask(server, "pictures/\(path)").body == Data("galbi".utf8))
                #expect(try await ask(server, path).body == Data("galbi".utf8))
            }
        }
    }

    @Test func aNameAloneIsAPathForGetOnly() async throws {
        try await withDishes { server, directory in
            try Data("a".utf8).write(to: directory.appending(path: "pictures/a.jpg"))
            #expect(try await ask(server, "a.jpg").body == Data("a".utf8))
            let request = "POST /a.jpg HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
            #expect(try await RawConnection.exchange(with: server, request).statusLine == "HTTP/1.1 404 Not Found")
        }
    }

    private static let noPicture = [
        "b.jpg", "", ".", "..", "%2e%2e", "..%2Fmenu%2Fmain.json", "%2e%2e%2fmenu%2fmain.json", "../menu/main.json",
        "%2Fetc%2Fpasswd", "/etc/passwd", ".hidden", "a.jpg%00", "a.jpg%00.png", "x/a.jpg", "%ff%fe", "%zz",
        "x%2F%CC%81a.jpg",
        String(repeating: "a", count: 5_000),
    ]

    @Test func whatIsNoPictureAnswers404() async throws {
        try await withDishes { server, directory in
            try Data("x".utf8).write(to: directory.appending(path: "pictures/.hidden"))
            try Data("x".utf8).write(to: directory.appending(path: "pictures/a.jpg"))
            for name in DishRouteTests.noPicture { try await expectNothing(at: "/pictures/\(name)", of: server) }
        }
    }

    @Test func headOfAPictureHasItsLengthAndNoBody() async throws {
        try await withDishes { server, directory in
            try Data("picture".utf8).write(to: directory.appending(path: "pictures/a.jpg"))
            let request = "HEAD /pictures/a.jpg HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
            let answer = try await RawConnection.exchange(with: server, request)
            #expect(answer.statusLine == "HTTP/1.1 200 OK")
            #expect(answer["Content-Length"] == "7")
            #expect(answer.body.isEmpty)
        }
    }

    @Test(arguments: ["", "[1]", "{\"hash\":\"H0001\"}", "<html>"])
    func aBrokenDetailIsNamedAtTheStart(_ content: String) async throws {
        try await withShop(replacing: [:]) { directory in
            try write(details: ["H0001": ["1원"]], below: directory)
            let file = directory.appending(path: "details/H0001.json")
            try Data(content.utf8).write(to: file)
            let error = #expect(throws: ShopServerError.self) { try ShopServer(.init(resources: directory)) }
            guard case .unreadableResource(file.path, _) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    }

    @Test func aDetailUnderAnotherNameIsNamedAtTheStart() async throws {
        try await withShop(replacing: [:]) { directory in
            try write(details: ["H0001": ["1원"]], below: directory)
            let copy = directory.appending(path: "details/H0002.json")
            try FileManager.default.copyItem(at: directory.appending(path: "details/H0001.json"), to: copy)
            let expected = ShopServerError.unreadableResource(
                path: copy.path, why: .unreadable(item: nil, key: "hash"))
            #expect(throws: expected) { try ShopServer(.init(resources: directory)) }
        }
    }

    private func withDishes(_ body: @escaping @Sendable (_ server: URL, _ directory: URL) async throws -> Void)
        async throws
    {
        try await withShop(replacing: [:]) { directory in
            try write(details: ["H0001": ["6,000원", "5,500원"]], below: directory)
            let pictures = directory.appending(component: "pictures")
            try FileManager.default.createDirectory(at: pictures, withIntermediateDirectories: false)
            try await withServer(resources: directory) { try await body($0, directory) }
        }
    }

    /// Sends the raw path, because a client would normalise it first.
    private func expectNothing(at path: String, of server: URL) async throws {
        let request = "GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        let answer = try await RawConnection.exchange(with: server, request)
        #expect(answer.statusLine == "HTTP/1.1 404 Not Found")
        let texts = try JSONDecoder().decode([String: String].self, from: Data(answer.body))
        #expect(texts == ["error": "There is nothing at this path."])
    }
}
