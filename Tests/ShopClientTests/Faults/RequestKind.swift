import Domain
import Foundation
import Platform
import ShopHTTP
import TerminalText
import TestPeers
import TestSupport

@testable import ShopClient

/// One kind of request that this program makes, with what a server should answer and what makes of it what it is for.
struct RequestKind: Sendable, CustomStringConvertible {
    /// One request, and the limits that it keeps.
    struct Exchange: Sendable {
        let client: HTTPClient
        /// The server that may be faulty.
        let port: UInt16
        /// A server that is not.
        let soundPort: UInt16
        let limits: HTTPLimits

        /// A shop at `port`.
        func shop(_ port: UInt16) -> @Sendable () async -> ShopAddress? {
            { try? ShopAddress("http://127.0.0.1:\(port)") }
        }
    }

    let name: String
    /// Whether the answer is read as it comes, so that a fault in the body may come too late to matter.
    var isStream = false
    /// What the server should answer; it may name the sound server.
    let answer: @Sendable (_ soundPort: UInt16) -> ValidResponse
    /// Makes the request, and says whether that answer came.
    let succeeds: @Sendable (Exchange) async -> Bool

    var description: String { name }

    /// Its place among all kinds, which decides on its share of the faults.
    var number: Int { RequestKind.all.firstIndex { $0.name == name } ?? 0 }

    static let all = [section, page, picture, events, order, money, creature, creaturePicture]

    /// What the sound server answers: a section, and whatever the other kinds need beside their own request.
    static func soundAnswer(_ path: String, port: @Sendable () -> UInt16) -> ValidResponse? {
        if path.hasPrefix("/api/v2/pokemon/") {
            // The number of the creature is the port where its picture is.
            return ValidResponse(
                record(sprite: "http://127.0.0.1:\(path.split(separator: "/").last ?? "")/sprite").utf8)
        }
        return path == "/sprite" ? ValidResponse(type: "image/png", png) : section.answer(port())
    }
}

extension RequestKind {
    private static let dish = Dish(detailHash: "H1", title: "갈비", price: Won(15_900))
    private static let png = TestPicture.plain(0x336699)

    static let section = RequestKind(name: "section") { _ in
        ValidResponse((try? body([dish])) ?? Data())
    } succeeds: { exchange in
        guard let address = await exchange.shop(exchange.port)() else { return false }
        let source = HTTPSectionSource(client: exchange.client, address: address, limits: exchange.limits)
        let expected = SectionRows([dish])
        guard case .content(expected, _) = try? await source.fetch(.main, validator: nil) else { return false }
        return true
    }

    static let page = RequestKind(name: "page") { _ in
        ValidResponse(
            """
            {"hash": "H", "data": {"top_image": "/a.jpg", "thumb_images": ["/a.jpg"], "point": "52원",
            "product_description": "국물", "delivery_info": "새벽배송", "delivery_fee": "2,500원",
            "prices": ["7,000원", "6,500원"], "detail_section": []}}
            """.utf8)
    } succeeds: { exchange in
        let source = DetailSource.http(
            client: exchange.client, address: exchange.shop(exchange.port), limits: exchange.limits)
        return (try? await source.fetch("H"))?.price == Won(6_500)
    }

    static let picture = RequestKind(name: "picture") { _ in
        ValidResponse(type: "image/png", png)
    } succeeds: { exchange in
        let source = PictureSource.http(
            client: exchange.client, shop: "shop", limits: exchange.limits, address: exchange.shop(exchange.port))
        guard case .bytes(png, _) = try? await source.fetch(.relative("pictures/a.png"), nil) else { return false }
        return true
    }

    static let events = RequestKind(name: "event stream", isStream: true) { _ in
        ValidResponse(type: "text/event-stream", ": hello\n\nid: 7\ndata: news\n\n".utf8)
    } succeeds: { exchange in
        let source = EventSource.http(
            client: exchange.client, idleTimeout: exchange.limits.idle, address: exchange.shop(exchange.port))
        let events = Record<ServerSentEvents.Event>()
        let listening = Task {
            await source.listen("") { part in
                if case .events(let some, _) = part { some.forEach(events.append) }
            }
        }
        // A stream may last; whoever listens goes when it likes.
        let limit = Task {
            try? await OneShotTimer.sleep(for: exchange.limits.deadline)
            listening.cancel()
        }
        _ = await listening.value
        limit.cancel()
        return events.all.first == ServerSentEvents.Event(data: "news", id: "7")
    }

    static let order = RequestKind(name: "order") { _ in
        let line = OrderLine(item: OrderedItem(.menu, "H1"), title: "갈비", quantity: 2, unitPrice: Won(9_900))
        let time = Date(timeIntervalSince1970: 1_750_000_000)
        let placed = Order(
            id: 7, number: 7, day: .ofTests, who: "지훈", lines: [line],
            steps: [OrderStep(.received, at: time, by: .guest)], placedAt: time)
        return ValidResponse((try? JSONEncoder().encode(placed)) ?? Data())
    } succeeds: { exchange in
        let counter = OrderClient.http(
            client: exchange.client, address: exchange.shop(exchange.port), limits: exchange.limits)
        let order = PendingOrder(draft: draft(), session: UUID(), confirmedAt: .now)
        guard case .made(let placed?) = await counter.place(order) else { return false }
        return placed.id == 7
    }

    static let money = RequestKind(name: "money") { _ in
        ValidResponse((try? JSONEncoder().encode(DrinkBalance(balance: Won(5_000)))) ?? Data())
    } succeeds: { exchange in
        let counter = DrinksClient.http(
            client: exchange.client, credentials: Credentials(session: TerminalSession(directory: nil)),
            limits: exchange.limits,
            address: exchange.shop(exchange.port))
        let draft = DrinkDraft(key: UUID(), action: .insert(Won(5_000)))
        return await counter.send(draft) == .inserted(balance: Won(5_000))
    }

    static let creature = RequestKind(name: "creature") { soundPort in
        ValidResponse(record(sprite: "http://127.0.0.1:\(soundPort)/sprite").utf8)
    } succeeds: { exchange in
        await found(25, exchange, at: exchange.port)
    }

    static let creaturePicture = RequestKind(name: "creature's picture") { _ in
        ValidResponse(type: "image/png", png)
    } succeeds: { exchange in
        await found(Int(exchange.port), exchange, at: exchange.soundPort)
    }

    /// By a service of its own: one that was told to wait does so.
    private static func found(_ number: Int, _ exchange: Exchange, at port: UInt16) async -> Bool {
        let service = PokemonService(
            client: exchange.client, cache: nil, recordLimits: exchange.limits, spriteLimits: exchange.limits,
            address: exchange.shop(port))
        return (try? await service.pokemon(number))?.sprite == png
    }

    private static func record(sprite: String) -> String {
        #"{"id": 25, "name": "pikachu", "height": 4, "weight": 60, "sprites": {"front_default": "\#(sprite)"}}"#
    }
}
