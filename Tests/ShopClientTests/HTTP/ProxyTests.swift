import Domain
import Foundation
import TestPeers
import TestSupport
import Testing

@testable import ShopHTTP

/// Proxies configured in the environment.
@Suite struct ProxyTests {
    private typealias Route = ProxySettings.Route

    private static func proxy(_ host: String, _ port: Int, _ credentials: String? = nil) -> ProxySettings.Proxy {
        ProxySettings.Proxy(host: host, port: port, credentials: credentials)
    }

    private func route(_ url: String, _ environment: [String: String]) throws -> Route {
        ProxySettings(environment: environment).route(to: try #require(URL(string: url)))
    }

    @Test func aProxyIsTakenFromTheVariableOfTheScheme() throws {
        let environment = ["http_proxy": "http://p:3128", "HTTPS_PROXY": "q:8080"]
        #expect(try route("http://shop/", environment) == .forward(Self.proxy("p", 3_128)))
        #expect(try route("https://shop/", environment) == .connect(Self.proxy("q", 8_080)))
        #expect(try route("http://shop/", ["HTTP_PROXY": "http://p:3128"]) == .direct)
        #expect(try route("http://shop/", ["ALL_PROXY": "socks5://s"]) == .socks(Self.proxy("s", 1_080)))
        #expect(try route("http://shop/", ["http_proxy": ""]) == .direct)
    }

    @Test func aProxysPasswordBecomesItsCredentials() throws {
        let route = try route("http://shop/", ["http_proxy": "http://me:word@p:1"])
        #expect(route == .forward(Self.proxy("p", 1, Data("me:word".utf8).base64EncodedString())))
    }

    @Test(arguments: ["127.0.0.1", "localhost", "[::1]"]) func thisMachineIsNeverReachedThroughAProxy(
        host: String
    ) throws {
        #expect(try route("http://\(host):8080/", ["http_proxy": "http://p:3128"]) == .direct)
    }

    @Test(arguments: [("shop.local", true), ("local", true), (".local", true), ("*", true), ("op.local", false)])
    func exemptHostsAreReachedDirectly(list: String, isDirect: Bool) throws {
        let environment = ["http_proxy": "http://p:3128", "no_proxy": "else.where, \(list)"]
        #expect(try (route("http://shop.local/", environment) == .direct) == isDirect)
    }

    @Test(arguments: [
        ("10.1.2.3", "10.0.0.0/8", true), ("10.1.2.3", "10.1.2.3/32", true), ("11.1.2.3", "10.0.0.0/8", false),
        ("10.1.2.4", "10.1.2.0/30", false), ("[fd00::7]", "fd00::/8", true), ("[fe00::7]", "fd00::/8", false),
        ("10.1.2.3", "10.0.0.0/33", false), ("10.1.2.3", "10.0.0.0/", false), ("ten.local", "10.0.0.0/8", false),
        ("11.1.2.3", "0.0.0.0/0", true),
    ])
    func exemptAddressesAreNamedByRangesToo(host: String, range: String, isDirect: Bool) throws {
        let environment = ["http_proxy": "http://p:3128", "no_proxy": "\(range),else.where"]
        #expect(try (route("http://\(host)/", environment) == .direct) == isDirect)
    }

    @Test(arguments: ["gopher://p:1", "http://", "socks5://me:word@p", "http://p:99999"])
    func nothingIsReachedPastAProxyThatCannotBeRead(text: String) async throws {
        #expect(try route("http://shop/", ["http_proxy": text]) == .unreadable)
        let loader = HTTPLoader(environment: ["http_proxy": text])
        let call = HTTPCall(.get, try #require(URL(string: "http://shop.invalid/")))
        await #expect(throws: FetchFailure.unreachable) { try await loader.send(call) }
    }

    @Test func anHTTPProxyIsToldTheWholeAddress() async throws {
        let server = try HostileServer { peer, _ in peer.answer(body: "from afar") }
        defer { server.stop() }
        let loader = HTTPLoader(environment: ["http_proxy": "http://me:word@127.0.0.1:\(server.port)"])
        let call = HTTPCall(.get, try #require(URL(string: "http://shop.invalid:81/menu?a=b%20c")))
        for _ in 0..<2 { #expect(try await loader.send(call).body == Data("from afar".utf8)) }
        let head = try #require(server.requests.all.last).lowercased()
        #expect(head.hasPrefix("get http://shop.invalid:81/menu?a=b%20c http/1.1\r\n"))
        #expect(head.contains("\r\nhost: shop.invalid:81\r\n"))
        #expect(head.contains("\r\nproxy-authorization: basic bwu6d29yza==\r\n"))
    }

    @Test func anEncryptedConnectionIsPassedOn() async throws {
        let server = try HostileServer { peer, _ in peer.answer("403 No") }
        defer { server.stop() }
        let loader = HTTPLoader(environment: ["https_proxy": "127.0.0.1:\(server.port)"])
        let call = HTTPCall(.get, try #require(URL(string: "https://shop.invalid/")))
        await #expect(throws: FetchFailure.self) { try await loader.send(call) }
        #expect(try #require(server.requests.all.first).hasPrefix("CONNECT shop.invalid:443 HTTP/1.1\r\n"))
    }
}
