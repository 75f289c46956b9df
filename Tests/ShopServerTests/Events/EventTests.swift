import Domain
import Foundation
import Storage
import TestSupport
import Testing

@testable import ShopServer

@Suite struct EventTests {
    /// A number of changes of all sections that far exceeds the buffer for one reader.
    private static let moreThanWaits = 250
    private static let all = Set(SectionID.juiceBar + SectionID.menu + [.shop])

    @Test func whoeverComesIsToldEverySectionOnceAndThenWhatChanges() async throws {
        try await withOrderingShop { shop in
            try await shop.settled()
            let probe = try await EventProbe(to: shop.url)
            let first = try await probe.events(6)
            #expect(Set(first.map(\.event.section)) == EventTests.all)
            #expect(first.map(\.event.version) == [1, 1, 1, 1, 1, 1])
            #expect(first.map(\.id) == [1, 2, 3, 4, 5, 6])
            _ = try await shop.sell("banana")
            let next = try await probe.events(7)
            #expect(next.dropFirst(6) == [.init(id: 7, event: SectionEvent(section: .fruits, version: 2))])
            _ = try await shop.sell("strawberry-banana")
            let both = try await probe.events(9)
            #expect(Set(both.dropFirst(7).map(\.event.section)) == [.juices, .fruits])
        }
    }

    @Test func aStreamIsResumedWithWhatChangedSince() async throws {
        try await withOrderingShop { shop in
            try await shop.settled()
            for _ in 0..<2 { _ = try await shop.sell("banana") }
            let resumed = try await EventProbe(to: shop.url, after: "6")
            let event = EventProbe.Event(id: 9, event: SectionEvent(section: .fruits, version: 3))
            #expect(try await resumed.events(1) == [event])
            let current = try await EventProbe(to: shop.url, after: "10")
            try await current.comments(1)
            _ = try await shop.sell("kiwi")
            #expect(try await current.events(1).map(\.id) == [11])
        }
    }

    @Test(arguments: ["", "x", "-1", "99", "99999999999999999999"])
    func whoeverKnowsWhatNobodyKnowsIsToldEverySectionOnce(_ id: String) async throws {
        try await withOrderingShop { shop in
            try await shop.settled()
            let probe = try await EventProbe(to: shop.url, after: id)
            #expect(Set(try await probe.events(6).map(\.event.section)) == EventTests.all)
        }
    }

    @Test func whatAnotherServerSellsIsToldHere() async throws {
        try await withOrderingShop { shop in
            try await shop.settled()
            let probe = try await EventProbe(to: shop.url)
            _ = try await probe.events(6)
            try await shop.another { other in
                #expect(try await other.sell("banana").status == 201)
                try await probe.passes(.fruits, version: 2)
                // Both servers report the same versions.
                let there = try await EventProbe(to: other.url, after: "6")
                let event = EventProbe.Event(id: 7, event: SectionEvent(section: .fruits, version: 2))
                #expect(try await there.events(1) == [event])
            }
        }
    }

    @Test func versionsGoOnAfterARestart() async throws {
        try await withOrderingShop { shop in
            try await shop.settled()
            _ = try await shop.sell("banana")
            try await shop.another { restarted in
                let probe = try await EventProbe(to: restarted.url, after: "7")
                try await probe.comments(1)
                _ = try await restarted.sell("banana")
                let event = EventProbe.Event(id: 9, event: SectionEvent(section: .fruits, version: 3))
                #expect(try await probe.events(1) == [event])
            }
        }
    }

    @Test func aRestockIsToldAndARefusedOneIsNot() async throws {
        try await withOrderingShop { shop in
            try await shop.settled()
            let probe = try await EventProbe(to: shop.url, after: "6")
            _ = try await shop.restock(["kiwi": 101], seen: shop.tag)
            _ = try await shop.sell("strawberry")
            _ = try await shop.restock(["strawberry": 16], seen: shop.tag)
            let events = try await probe.events(2).map(\.event)
            #expect(Set(events) == [.init(section: .fruits, version: 2), .init(section: .juices, version: 2)])
        }
    }

    @Test func signsOfLifeComeAgainAndAgain() async throws {
        var rules = EventRules()
        rules.heartbeat = .milliseconds(5)
        try await withOrderingShop(events: rules) { shop in
            let probes = [try await EventProbe(to: shop.url), try await EventProbe(to: shop.url)]
            for probe in probes { try await probe.comments(10) }
            #expect(try await ask(shop.url, "health").status == 200)
        }
    }

    @Test func aStreamStaysOpenWhenConnectionsThatAskNothingAreClosed() async throws {
        try await withOrderingShop { shop in
            try await shop.settled()
            let server = try shop.anotherServer { $0.idleTimeout = .milliseconds(20) }
            let url = try await server.url
            let probe = try await EventProbe(to: url, after: "6")
            try await probe.comments(1)
            for _ in 0..<3 { #expect(try await RawConnection(to: url).receive().isEmpty) }
            _ = try await shop.sell("kiwi")
            #expect(try await probe.events(1).map(\.id) == [7])
            try await server.stop()
        }
    }

    @Test func noMoreListenThanMayAndWhoeverGoesMakesRoom() async throws {
        var rules = EventRules()
        rules.maxStreams = 2
        rules.heartbeat = .milliseconds(20)
        try await withOrderingShop(events: rules) { shop in
            let first = try await EventProbe(to: shop.url)
            try await first.comments(1)
            func second() async throws {
                let second = try await EventProbe(to: shop.url)
                try await second.comments(1)
                let refused = try await ask(shop.url, "events")
                #expect(refused.status == 503)
                #expect(refused["Retry-After"] == "5")
            }
            try await second()
            // The server is about to notice that the second stream has closed.
            while try await EventProbe(to: shop.url).status() != "HTTP/1.1 200 OK" {}
        }
    }

    @Test func whoeverDoesNotReadIsCutOff() async throws {
        try await withOrderingShop { shop in
            try await shop.settled()
            let slow = try await EventProbe(to: shop.url, receiveBuffer: 2_048)
            let attentive = try await EventProbe(to: shop.url, after: "6")
            for number in 1...EventTests.moreThanWaits {
                let contents = EventTests.all.map { ($0, "\(number)") }
                try await shop.store.note(Dictionary(uniqueKeysWithValues: contents))
                try await attentive.passes(.main, version: number + 1)
            }
            let text = try await slow.remainder()
            #expect(!text.contains("\"version\":\(EventTests.moreThanWaits + 1)"))
        }
    }

    @Test func stoppingEndsStreamsRightAway() async throws {
        try await withOrderingShop { shop in
            try await shop.settled()
            let server = try shop.anotherServer()
            let url = try await server.url
            let probe = try await EventProbe(to: url)
            _ = try await probe.events(6)
            try await server.stop()
            // The last chunk of a chunked body: it ended properly and was not cut off.
            #expect(try await probe.remainder().hasSuffix("\r\n0\r\n\r\n"))
        }
    }

    @Test func askingForTheHeadAloneListensToNothing() async throws {
        var rules = EventRules()
        rules.maxStreams = 1
        try await withOrderingShop(events: rules) { shop in
            for _ in 0..<3 {
                let request = "HEAD /events HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                let answer = try await RawConnection.exchange(with: shop.url, request)
                #expect(answer.statusLine.hasPrefix("HTTP/1.1 200 "))
                #expect(answer["Content-Type"] == "text/event-stream")
            }
            #expect(try await ask(shop.url, "events", method: "POST").status == 405)
        }
        let reply = try await withServer { try await ask($0, "events") }
        #expect(reply.status == 503)
    }
}
