import Foundation
import Testing

@testable import ShopClient

struct PictureAddressTests {
    private func url(_ text: String) throws -> String? {
        let shop = try ShopAddress("http://shop.local:8080/base")
        return PictureAddress(text).flatMap { shop.url(for: $0)?.absoluteString }
    }

    @Test(arguments: [
        ("http://other.example/a.jpg", "http://other.example/a.jpg"),
        ("HTTPS://Other.example/a.jpg?w=2", "HTTPS://Other.example/a.jpg?w=2"),
        ("/pictures/a.jpg", "http://shop.local:8080/base/pictures/a.jpg"),
        ("pictures/a.jpg", "http://shop.local:8080/base/pictures/a.jpg"),
        ("//pictures/a.jpg?w=2#top", "http://shop.local:8080/base/pictures/a.jpg?w=2"),
        ("pictures/밥.jpg", "http://shop.local:8080/base/pictures/%EB%B0%A5.jpg"),
        ("pictures/%EB%B0%A5.jpg", "http://shop.local:8080/base/pictures/%EB%B0%A5.jpg"),
        ("a/b:c.jpg", "http://shop.local:8080/base/a/b:c.jpg"),
    ])
    func anAddressIsReadAsItIsMeant(_ text: String, _ expected: String) throws {
        #expect(try url(text) == expected)
    }

    @Test(arguments: [
        "", "/", "file:///etc/passwd", "ftp://a/b", "javascript:alert(1)", "data:image/png;base64,AA", "http://",
        "http:///a", "http://user:word@host/a", "../a.png", "a/../../b.png", "%2e%2e/a.png", "a b.png", "a\nb.png",
        "c:\\a.png", "#top", "?x",
    ])
    func whatIsNoAddressOfAPictureIsRefused(_ text: String) { #expect(PictureAddress(text) == nil) }

    @Test func anEndlessAddressIsRefused() {
        #expect(PictureAddress("a/" + String(repeating: "x", count: 3_000)) == nil)
    }
}
