import Domain
import Foundation
import Testing

@testable import ShopClient

struct PictureAddressTests {
    private func url(_ text: String) throws -> String? {
        try ShopAddress("https://shop.local:8080/base").url(for: PictureAddress(text))?.absoluteString
    }

    @Test(arguments: [
        ("http://other.example/a.jpg", "http://other.example/a.jpg"),
        ("HTTPS://Other.example/a.jpg?w=2", "HTTPS://Other.example/a.jpg?w=2"),
        ("http://other.example/a b[1].jpg?t=반", "http://other.example/a%20b%5B1%5D.jpg?t=%EB%B0%98"),
        ("http://[::1]:8080/a.jpg", "http://[::1]:8080/a.jpg"),
        ("http://other.example?x", "http://other.example?x"),
        ("//other.example:81/a b.jpg", "https://other.example:81/a%20b.jpg"),
        ("/pictures/a.jpg", "https://shop.local:8080/base/pictures/a.jpg"),
        ("pictures/a.jpg", "https://shop.local:8080/base/pictures/a.jpg"),
        ("  ./pictures/./a.jpg\n", "https://shop.local:8080/base/pictures/a.jpg"),
        ("a.jpg?w=2#top", "https://shop.local:8080/base/a.jpg?w=2"),
        ("a  b.jpg", "https://shop.local:8080/base/a%20%20b.jpg"),
        ("pictures/밥.jpg", "https://shop.local:8080/base/pictures/%EB%B0%A5.jpg"),
        ("pictures/%EB%B0%A5.jpg", "https://shop.local:8080/base/pictures/%EB%B0%A5.jpg"),
        ("pictures/50%할인.png", "https://shop.local:8080/base/pictures/50%25%ED%95%A0%EC%9D%B8.png"),
        ("pictures/100%", "https://shop.local:8080/base/pictures/100%25"),
        ("a[1]^{2}|\\\"<>`.jpg", "https://shop.local:8080/base/a%5B1%5D%5E%7B2%7D%7C%5C%22%3C%3E%60.jpg"),
        ("a/b:c.jpg", "https://shop.local:8080/base/a/b:c.jpg"),
        ("10:30.jpg", "https://shop.local:8080/base/10:30.jpg"),
        ("갈비:밥.jpg", "https://shop.local:8080/base/%EA%B0%88%EB%B9%84:%EB%B0%A5.jpg"),
        ("a//b c.jpg", "https://shop.local:8080/base/a//b%20c.jpg"),
        ("\u{FEFF}a.jpg", "https://shop.local:8080/base/%EF%BB%BFa.jpg"),
        ("a...jpg", "https://shop.local:8080/base/a...jpg"),
    ])
    func anAddressIsReadAsItIsMeant(_ text: String, _ expected: String) throws {
        #expect(try url(text) == expected)
        #expect(try url(PictureAddress(text).description) == expected)
    }

    @Test(
        arguments: [
            ("", .empty), (" \n\t", .empty), ("/", .file), ("#top", .empty), ("?x", .file), ("./", .file),
            ("file:///etc/passwd", .scheme("file")), ("ftp://a/b", .scheme("ftp")), ("c:\\a.png", .scheme("c")),
            ("javascript:alert(1)", .scheme("javascript")),
            ("data:image/png;base64," + String(repeating: "A", count: 9_000), .scheme("data")),
            ("http://", .host), ("http:a.jpg", .host), ("http:///a", .host), ("///a.jpg", .host),
            ("http://a b/c", .host),
            ("http://user:word@host/a", .user), ("//user@host/a", .user),
            ("../a.png", .parent), ("a/../../b.png", .parent), ("%2e%2e/a.png", .parent), ("a%2F..", .parent),
            ("..%2F\u{301}a.png", .parent), ("a\nb.png", .controlCharacter), ("a%00.png", .controlCharacter),
            ("a\u{85}b.png", .controlCharacter), ("a/" + String(repeating: "x", count: 3_000), .tooLong),
            (String(repeating: "밥", count: 700), .tooLong),
        ] as [(String, PictureAddressError)])
    func whatIsNoAddressOfAPictureIsRefused(_ text: String, _ error: PictureAddressError) {
        #expect(throws: error) { try PictureAddress(text) }
    }

    @Test(arguments: [
        ("/pictures/a.jpg", "a.jpg"), ("a.jpg?w=2", "a.jpg"), ("pictures//50%할인.png", "50%할인.png"),
        ("/pictures/a%2520b.jpg", "a%20b.jpg"), ("/pictures/\u{FEFF}a.jpg", "\u{FEFF}a.jpg"), ("pictures", "pictures"),
    ])
    func anAddressOfTheShopMeansAFile(_ text: String, _ name: String) throws {
        #expect(try PictureAddress(text).fileName == name)
    }

    @Test(arguments: [
        "/images/a.jpg", "/pictures/a/b.jpg", "/pictures/.hidden", "/pictures/a%2Fb.jpg", "/pictures/a%2F\u{301}b.jpg",
        "/pictures/%FF.jpg", "//pictures/a.jpg", "http://shop.local/pictures/a.jpg",
    ])
    func anAddressOfSomethingElseMeansNoFile(_ text: String) throws {
        #expect(try PictureAddress(text).fileName == nil)
    }

    @Test(arguments: ["a.jpg", "50%할인.png", "a?b#c.jpg", "100%25.jpg", "a [1].jpg", "갈비:밥.jpg"])
    func theAddressOfAFileMeansThatFile(_ name: String) throws {
        #expect(try PictureAddress(PictureAddress.address(ofFile: name)).fileName == name)
    }

    @Test(arguments: [
        ("/p/1.jpg", "https://else.where/p/1.jpg"), ("1.jpg", "https://else.where/menu/1.jpg"),
        ("b c:d.jpg", "https://else.where/menu/b%20c:d.jpg"), ("//cdn.example/1.jpg", "https://cdn.example/1.jpg"),
        ("http://cdn.example/1 2.jpg", "http://cdn.example/1%202.jpg"),
        ("50%할인.png", "https://else.where/menu/50%25%ED%95%A0%EC%9D%B8.png"),
    ])
    func whatAnotherServerNamesIsRelativeToIt(_ text: String, _ expected: String) throws {
        let base = try #require(URL(string: "https://else.where/menu/noodles?x=1"))
        #expect(try PictureAddress(text).url(relativeTo: base)?.absoluteString == expected)
    }
}
