import Domain
import Foundation
import ShopClient
import TerminalText
import Testing

@Suite struct ShopAddressTests {
    @Test(arguments: [
        ("http://localhost", "http://localhost/woowa/main"),
        ("http://localhost/", "http://localhost/woowa/main"),
        ("http://host/shop", "http://host/shop/woowa/main"),
        ("http://host:8080/shop/", "http://host:8080/shop/woowa/main"),
        ("https://host/a/b//", "https://host/a/b/woowa/main"),
        ("http://127.0.0.1:80", "http://127.0.0.1/woowa/main"),
        ("https://host:443", "https://host/woowa/main"),
        ("https://host:80", "https://host:80/woowa/main"),
        ("HTTP://Host/Shop", "http://host/Shop/woowa/main"),
        ("http://[::1]:8080", "http://[::1]:8080/woowa/main"),
        ("http://host/a%20b", "http://host/a%20b/woowa/main"),
    ])
    func theSectionsOfAnAddressLieBelowIt(text: String, url: String) throws {
        #expect(try ShopAddress(text).url(for: .main)?.absoluteString == url)
    }

    @Test(arguments: [
        ("", ShopAddressError.Reason.scheme), ("localhost:8080", .scheme), ("localhost", .scheme),
        ("ftp://host", .scheme),
        ("file:///etc", .scheme), ("javascript:alert(1)", .scheme), ("//host", .scheme), ("http://", .host),
        ("http:///path", .host), ("http:host", .host), ("http://:80", .host), ("http://user@host", .user),
        ("http://user:secret@host", .user), ("http://host?a=b", .query), ("http://host/#top", .query),
        ("http://host:0", .port), ("http://host:65536", .port), ("http://ho st", .unreadable),
        (" http://host", .unreadable),
        ("http://host\n", .unreadable), ("http://host\u{1b}[31m", .unreadable), ("http://host:port", .unreadable),
        ("http://[::1", .unreadable), ("http://host:99999999999999999999", .port),
    ])
    func whatIsNoAddressIsRefusedWithItsReason(text: String, reason: ShopAddressError.Reason) {
        let error = #expect(throws: ShopAddressError.self) { try ShopAddress(text) }
        #expect(error?.reason == reason)
    }

    @Test func serversOfOneShopAreNamedWithCommas() throws {
        let servers = try ShopServers("http://one:80, https://two/shop/,http://ONE")
        #expect(servers.addresses.map(\.description) == ["http://one", "https://two/shop"])
        #expect(servers.shop == (try ShopAddress("http://one")))
    }

    @Test(arguments: [
        ("http://one,", ShopAddressError.Reason.scheme), ("http://one,two", .scheme),
        ((0...16).map { "http://host\($0)" }.joined(separator: ","), .tooMany),
    ])
    func oneWrongServerIsToldOf(text: String, reason: ShopAddressError.Reason) {
        let error = #expect(throws: ShopAddressError.self) { try ShopServers(text) }
        #expect(error?.reason == reason)
    }

    @Test func theRefusalCarriesTheTextMadeHarmless() {
        let error = #expect(throws: ShopAddressError.self) { try ShopAddress("ftp://\u{1b}[31mhost") }
        let text = try? #require(error?.text?.string)
        #expect(text?.contains("\u{1b}") == false)
        #expect(text?.hasPrefix("ftp://") == true)
    }

    @Test(arguments: [
        ("http://user:hunter2@host", ShopAddressError.Reason.user), ("ftp://hunter2@host", .user),
        ("https://host/?token=hunter2", .query), ("ftp://host?hunter2", .query), ("http://host#hunter2", .query),
        ("http://user:hunter2@ho st", .unreadable), ("http://user:hunter2@host:port", .unreadable),
        ("user:hunter2@host", .scheme), ("http://user:hunter2%40host", .unreadable), ("hunter2@", .scheme),
    ])
    func aRefusalDoesNotRepeatWhatMayBeASecret(text: String, reason: ShopAddressError.Reason) {
        let error = #expect(throws: ShopAddressError.self) { try ShopAddress(text) }
        #expect(error?.reason == reason)
        var dumped = ""
        dump(error, to: &dumped)
        #expect(!dumped.contains("hunter2"))
    }

    @Test func twoSpellingsOfOneAddressAreEqual() throws {
        #expect(try ShopAddress("HTTP://Host:80/") == ShopAddress("http://host"))
        #expect(try ShopAddress("http://host/a") != ShopAddress("http://host/A"))
    }
}
