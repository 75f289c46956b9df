import Domain
import Testing

@testable import ShopServer

@Suite struct ClientAddressTests {
    private let proxies = TrustedProxies(
        ranges: [AddressRange("10.0.0.0/8"), AddressRange(address: "::1")].compactMap(\.self))

    @Test func onlyATrustedProxySaysWhoAsks() {
        let client = proxies.client(
            at: "192.0.2.9", ["Forwarded": ["for=198.51.100.1"], "X-Forwarded-For": ["198.51.100.1"]])
        #expect(client == ClientAddress("192.0.2.9"))
    }

    @Test(arguments: [
        "for=198.51.100.1", "for=\"198.51.100.1:4711\";proto=https", "for=203.0.113.5, For=198.51.100.1;by=10.0.0.1",
        "for=198.51.100.1, for=10.1.1.1",
    ])
    func forwardedNamesTheLastThatIsNoProxy(_ field: String) {
        for older in [[], ["192.0.2.77, 198.51.100.1"], ["198.51.100.1, 10.2.3.4"], ["10.2.3.4"]] {
            let client = proxies.client(at: "10.0.0.1", ["Forwarded": [field], "X-Forwarded-For": older])
            #expect(client == ClientAddress("198.51.100.1"))
        }
    }

    /// A proxy that writes one of the fields passes on the other as the client wrote it.
    @Test(arguments: ["for=198.51.100.1", "for=198.51.100.1, for=10.1.1.1", "for=unknown", "for=_hidden"])
    func aProxyThatSeemsToNameTwoClientsIsTheClient(_ field: String) {
        let client = proxies.client(at: "10.0.0.1", ["Forwarded": [field], "X-Forwarded-For": ["192.0.2.77"]])
        #expect(client == ClientAddress("10.0.0.1"))
    }

    @Test(arguments: ["for=10.1.1.1", ""]) func aFieldThatNamesProxiesOnlyHidesNobody(_ field: String) {
        let client = proxies.client(at: "10.0.0.1", ["Forwarded": [field], "X-Forwarded-For": ["192.0.2.77"]])
        #expect(client == ClientAddress("192.0.2.77"))
    }

    @Test func theOlderFieldIsReadWhereTheOtherIsNotThere() {
        let client = proxies.client(at: "::1", ["X-Forwarded-For": ["192.0.2.77, 198.51.100.1:80", "10.2.3.4"]])
        #expect(client == ClientAddress("198.51.100.1"))
    }

    @Test(arguments: ["for=unknown", "for=_hidden", "by=10.0.0.1", ""])
    func aProxyThatNamesNobodyIsTheClient(_ field: String) {
        #expect(proxies.client(at: "10.0.0.1", ["Forwarded": [field]]) == ClientAddress("10.0.0.1"))
    }

    private let programs = TrustedProxies(
        ranges: [AddressRange("10.0.0.0/8")].compactMap(\.self), guestToken: Secret("right"))

    @Test(arguments: ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"])
    func aProgramOnThisMachineThatShowsTheTokenNamesItsGuest(_ peer: String) throws {
        for (address, name) in [
            ("192.0.2.7", "192.0.2.7"), ("2001:db8::7", "2001:db8::1"), ("fe80::1%eth0", "fe80::9"),
        ] {
            let guest = try #require(ForwardedGuest(at: address, token: Secret("right")))
            #expect(programs.client(at: peer, guest.fields.mapValues { [$0] }) == ClientAddress(name))
        }
        #expect(ForwardedGuest(at: "shop.example", token: Secret("right")) == nil)
    }

    @Test(arguments: [
        ("127.0.0.1", ["wrong"]), ("127.0.0.1", []), ("127.0.0.1", [""]), ("127.0.0.1", ["right", "right"]),
        ("192.0.2.9", ["right"]), ("::2", ["right"]), ("::ffff:192.0.2.9", ["right"]),
    ])
    func whoShowsNoTokenOrComesFromElsewhereNamesNobody(_ peer: String, _ tokens: [String]) {
        let fields = [
            "Forwarded": ["for=198.51.100.1"], "X-Forwarded-For": ["198.51.100.1"], ForwardedGuest.tokenField: tokens,
        ]
        #expect(programs.client(at: peer, fields) == ClientAddress(peer))
    }

    @Test func aTokenMakesNoProxyOfAnotherAddress() {
        let fields = ["Forwarded": ["for=198.51.100.1, for=10.1.1.1"], ForwardedGuest.tokenField: ["wrong"]]
        #expect(programs.client(at: "10.0.0.1", fields) == ClientAddress("198.51.100.1"))
    }

    @Test func aNetworkOfTheSixthVersionIsOneClient() {
        #expect(ClientAddress("2001:db8:1:2::1") == ClientAddress("2001:db8:1:2:ffff::9"))
        #expect(ClientAddress("2001:db8:1:2::1") != ClientAddress("2001:db8:1:3::1"))
        #expect(ClientAddress("::ffff:192.0.2.1") == ClientAddress("192.0.2.1"))
        #expect(ClientAddress("fe80::1%eth0") == ClientAddress("fe80::2"))
        #expect(ClientAddress("shop.example") == nil)
    }

    @Test func aRateComesBackInTheCourseOfItsPeriod() {
        let start = ContinuousClock.now
        var rate = RateLimit(2, in: .seconds(60), now: start)
        #expect(rate.acquire(now: start) == nil)
        #expect(rate.acquire(now: start) == nil)
        #expect(rate.acquire(now: start) == .seconds(30))
        #expect(rate.acquire(now: start + .seconds(31)) == nil)
        #expect(rate.acquire(now: start + .seconds(31)) != nil)
        let isFull = rate.isFull(now: start + .seconds(200))
        #expect(isFull)
    }
}

extension TrustedProxies {
    fileprivate func client(at peer: String, _ fields: [String: [String]]) -> ClientAddress {
        client(at: peer) { fields[$0] ?? [] }
    }
}
