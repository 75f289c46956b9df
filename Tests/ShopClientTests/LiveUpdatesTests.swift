import Domain
import Foundation
import NIOConcurrencyHelpers
import ShopHTTP
import TestPeers
import TestSupport
import Testing

@testable import ShopClient

@Suite struct LiveUpdatesTests {
    private let client = HTTPClient()
    private let backoff = ManualUpdateBackoff()

    /// Runs a repository of the menu and the juice bar with live updates. `body` begins when the menu has arrived.
    private func running(
        _ server: EventServer, silence: Duration = .seconds(45),
        _ body: (SectionRepository, LiveUpdates, MessageLog) async throws -> Void
    ) async throws {
        let address = try server.address
        let repository = SectionRepository(
            sections: SectionDefinition.menu, unopened: SectionDefinition.juiceBar,
            source: HTTPSectionSource(client: client, address: address), spacing: .zero)
        let updates = LiveUpdates(
            repository: repository, source: .http(client: client, idleTimeout: silence) { address },
            backoff: backoff.backoff)
        let log = await MessageLog(of: repository)
        let run = Task { await repository.run() }
        for section in SectionID.menu { await log.waitUntilFresh(section) }
        let live = Task { await updates.run() }
        updates.serverBecameReachable()
        try await body(repository, updates, log)
        live.cancel()
        run.cancel()
        await live.value
        await run.value
        server.stop()
    }

    private let heldOpen: EventServer.Script = { stream, _ in
        stream.open()
        stream.peer.stayOpen()
    }

    @Test func anEventFetchesItsSectionAndNoOther() async throws {
        let go = DispatchSemaphore(value: 0)
        let server = try EventServer { stream, _ in
            stream.open()
            go.wait()
            stream.tell(.soup, id: 1)
            stream.peer.stayOpen()
        }
        try await running(server) { repository, updates, log in
            // Opening the stream revalidates every fetched section once.
            await server.paths.wait { $0.count { $0.hasSuffix("304") } == 3 }
            #expect(updates.isLive)
            server.change(.soup)
            go.signal()
            await log.wait { $0.section(.soup).rows.count == 2 }
            #expect(server.paths.count == 7)
            #expect(server.count(.soup) == 3)
            #expect(await log.counts()[.soup]! <= 4)
        }
    }

    @Test func aSectionThatNobodyLookedAtIsNotFetchedHoweverOftenItChanges() async throws {
        let go = DispatchSemaphore(value: 0)
        let server = try EventServer { stream, _ in
            stream.open()
            for id in 1...20 { stream.tell(id % 2 == 0 ? .fruits : SectionID(path: "no/such"), id: id) }
            stream.tell(.main, id: 21)
            go.wait()
            stream.tell(.fruits, id: 22)
            stream.peer.stayOpen()
        }
        try await running(server) { repository, _, log in
            server.change(.main)
            await log.wait { $0.section(.main).rows.count == 2 }
            #expect(server.count(.fruits) == 0)
            #expect(server.count(.juices) == 0)
            repository.show(SectionID.juiceBar)
            await log.waitUntilFresh(.fruits)
            await log.waitUntilFresh(.juices)
            #expect(repository.section(.fruits).rows.array(of: FruitStock.self).map(\.count) == [1])
            server.change(.fruits)
            go.signal()
            await log.wait { $0.section(.fruits).rows.array(of: FruitStock.self).map(\.count) == [2] }
            #expect(server.count(.juices) == 1)
        }
    }

    @Test func aThousandEventsAreAFewFetchesAndEndWithTheLatest() async throws {
        let changes = NIOLockedValueBox<EventServer?>(nil)
        let go = DispatchSemaphore(value: 0)
        let server = try EventServer { stream, _ in
            stream.open()
            go.wait()
            for id in 1...1_000 {
                changes.withLockedValue { $0 }?.change(.side)
                stream.tell(.side, id: id)
            }
            stream.peer.stayOpen()
        }
        changes.withLockedValue { $0 = server }
        try await running(server) { repository, _, log in
            go.signal()
            await log.wait { $0.section(.side).rows.count == 1_001 }
            #expect(server.count(.side) < 500)
            #expect(!repository.section(.side).isFetching)
        }
        changes.withLockedValue { $0 = nil }
    }

    @Test func aCutStreamIsOpenedAgainWhereItWasAndMissesNothing() async throws {
        let server = try EventServer { stream, number in
            stream.open()
            if number == 1 { stream.tell(.main, id: 41) }
            stream.peer.stayOpen()
        }
        try await running(server) { _, updates, log in
            await server.paths.wait(count: 6)
            server.cutStreams()
            await backoff.begun.wait(count: 1)
            #expect(backoff.begun.all == [.reconnect(attempt: 1)])
            #expect(!updates.isLive)
            server.change(.soup)
            await backoff.end(1)
            await log.wait { $0.section(.soup).rows.count == 2 }
            await server.streams.wait(count: 2)
            #expect(!server.streams.all[0].lowercased().contains("last-event-id"))
            #expect(server.streams.all[1].lowercased().contains("last-event-id: 41\r\n"))
        }
    }

    @Test func anIDWithoutAnEventIsWhereTheStreamIsOpenedAgain() async throws {
        let server = try EventServer { stream, number in
            stream.open()
            stream.send(number == 1 ? "id: 42\n\n" : ": beat\n\n")
            stream.peer.stayOpen()
        }
        try await running(server) { _, _, _ in
            await server.streams.wait(count: 1)
            await server.paths.wait(count: 6)
            for attempt in 1...2 {
                server.cutStreams()
                await backoff.end(attempt)
                await server.streams.wait(count: attempt + 1)
                #expect(server.streams.all[attempt].lowercased().contains("last-event-id: 42\r\n"))
            }
        }
    }

    @Test func streamsThatBreakAgainAndAgainAreOpenedAfterEverLongerPauses() async throws {
        let server = try EventServer { stream, _ in stream.open() }
        try await running(server) { _, _, _ in
            for number in 1...4 { await backoff.end(number) }
            await backoff.begun.wait(count: 5)
            #expect(backoff.begun.all == (1...5).map { .reconnect(attempt: $0) })
        }
    }

    @Test func aServerThatNamesThePauseIsAskedAgainAfterThat() async throws {
        let server = try EventServer { stream, number in
            stream.open()
            if number == 1 { stream.send("retry: 20000\n\n") }
        }
        try await running(server) { _, updates, _ in
            await backoff.begun.wait(count: 1)
            #expect(backoff.begun.all == [.reconnect(attempt: 1, told: .seconds(20))])
            updates.serverBecameReachable()
            await backoff.end(1)
            await backoff.begun.wait(count: 2)
            #expect(backoff.begun.all.last == .reconnect(attempt: 2, told: .seconds(20)))
            #expect(server.streams.count == 2)
        }
    }

    @Test func whatAServerNamesIsKeptWithinBounds() {
        #expect(RetryBackoff.length(before: .reconnect(attempt: 1, told: .zero)) == .milliseconds(500))
        #expect(RetryBackoff.length(before: .reconnect(attempt: 3, told: .seconds(2))) == .seconds(8))
        #expect(RetryBackoff.length(before: .reconnect(attempt: 9, told: .seconds(2))) == .seconds(104))
        #expect(RetryBackoff.length(before: .reconnect(attempt: 4, told: .seconds(200))) == .seconds(200))
        #expect(RetryBackoff.length(before: .reconnect(attempt: 1, told: .seconds(86_400))) == .seconds(300))
        #expect(RetryBackoff.length(before: .reconnect(attempt: 2)) == .seconds(3))
    }

    @Test func aServerThatNamesItsSectionsHasNoOthers() async throws {
        let server = try EventServer { stream, _ in
            stream.open(framing: "Transfer-Encoding: chunked\r\nBanchan-Sections: woowa/main juice/menu")
            stream.peer.stayOpen()
        }
        try await running(server) { repository, _, log in
            await log.wait { $0.section(.fruits).failure == .status(404) }
            #expect(repository.section(.juices).failure == nil)
            #expect(repository.section(.soup).failure == nil)
            #expect(server.count(.fruits) == 0)
        }
    }

    @Test(arguments: ["404 Not Found", "503 Service Unavailable", "401 Unauthorized", "204 No Content"])
    func whereStreamsAreRefusedWhatIsShownIsAskedForNowAndThen(_ status: String) async throws {
        let server = try EventServer { stream, _ in stream.peer.answer(status) }
        try await running(server) { repository, updates, log in
            let asked = Record<Int>()
            updates.onShopChange { asked.append(1) }
            await backoff.begun.wait(count: 1)
            #expect(backoff.begun.all == [.poll] && !updates.isLive)
            // Without a stream, the sections that the server has are found out by fetching them.
            await server.paths.wait(count: 5)
            updates.watch([.main])
            for section in [SectionID.main, .soup] { server.change(section) }
            await backoff.end(1)
            await log.wait { $0.section(.main).rows.count == 2 }
            await backoff.begun.wait(count: 2)
            #expect(server.paths.count == 6)
            for number in 2...10 { await backoff.end(number) }
            await server.streams.wait(count: 2)
            #expect(asked.count == 5, "a pause of the shop is told also where no stream reports it")
        }
    }

    @Test func aServerThatToldOfEventsAndIsNotWellIsAskedForItsStreamAgainSoon() async throws {
        let server = try EventServer { stream, number in
            guard number == 1 else { return _ = stream.peer.answer("503 Service Unavailable") }
            stream.open()
            stream.tell(.soup, id: 7)
        }
        try await running(server) { _, updates, _ in
            for number in 1...2 {
                await backoff.begun.wait(count: number)
                #expect(backoff.begun.all.last == .reconnect(attempt: number))
                #expect(!updates.isLive)
                await backoff.end(number)
            }
            await server.streams.wait(count: 3)
        }
    }

    @Test func anAnswerThatIsNoStreamIsARefusal() async throws {
        let server = try EventServer { stream, _ in
            stream.open(type: "text/html")
            stream.send("<html>data: x\n\n")
            stream.peer.stayOpen()
        }
        try await running(server) { _, _, _ in
            await backoff.begun.wait(count: 1)
            #expect(backoff.begun.all == [.poll])
        }
    }

    @Test func aStreamThatOnlyTheEndOfItsConnectionEndsIsListenedTo() async throws {
        let server = try EventServer { stream, _ in
            stream.peer.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n")
            stream.peer.send("id: 7\nevent: section\ndata: {\"section\": \"main\", \"version\": 7}\n\n")
            stream.peer.stayOpen()
        }
        try await running(server) { _, updates, _ in
            await server.paths.wait(count: 6)
            #expect(updates.isLive && backoff.begun.count == 0)
        }
    }

    /// Ways in which a proxy keeps a stream from delivering anything.
    enum Hindrance: CaseIterable, Sendable {
        /// It closes the connection, or holds everything back until the terminal gives up.
        case cut, held
        /// It passes on the head and holds back the rest.
        case headOnly
        /// It encodes what the terminal cannot decode.
        case encoded

        func meet(_ stream: EventPeer) {
            let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n"
            switch self {
            case .cut: break
            case .held: stream.peer.stayOpen()
            case .headOnly:
                stream.peer.send(head + "\r\n")
                stream.peer.stayOpen()
            case .encoded:
                stream.peer.send(head + "Content-Encoding: br\r\n\r\n")
                stream.send([1, 2, 3])
            }
        }
    }

    @Test(arguments: Hindrance.allCases)
    func afterTwoStreamsThatDeliverNothingWhatIsShownIsPolledUntilOneDelivers(_ hindrance: Hindrance) async throws {
        let isClear = NIOLockedValueBox(false)
        let server = try EventServer { stream, _ in
            guard isClear.withLockedValue(\.self) else { return hindrance.meet(stream) }
            stream.open()
            while !stream.peer.hangsUp(within: 50) { stream.send(": still here\n\n") }
        }
        try await running(server, silence: .seconds(1)) { repository, updates, log in
            updates.watch([.main])
            await backoff.end(.reconnect(attempt: 1))
            await backoff.begun.wait { $0.contains(.poll) && $0.contains(.reconnect(attempt: 2)) }
            #expect(!updates.isLive)
            #expect(repository.isPolled)
            server.change(.main)
            server.change(.soup)
            await backoff.end(.poll)
            await log.wait { $0.section(.main).rows.count == 2 }
            // The poll goes on whatever the stream does.
            await backoff.begun.wait { $0.count { $0 == .poll } == 2 }
            server.change(.main)
            await backoff.end(.poll)
            await log.wait { $0.section(.main).rows.count == 3 }
            isClear.withLockedValue { $0 = true }
            await backoff.end(.reconnect(attempt: 2))
            // What changed while nothing was heard is fetched with the stream, and the poll ends.
            await backoff.cancelled.wait(count: 1)
            await log.wait { $0.section(.soup).rows.count == 2 }
            #expect(updates.isLive)
            #expect(!repository.isPolled)
            #expect(backoff.cancelled.all == [.poll])
            #expect(backoff.begun.all.count { $0 == .poll } == 3)
        }
    }

    @Test func whileTheServerIsGoneNothingIsPolled() async throws {
        let server = try EventServer { _, _ in }
        try await running(server) { repository, updates, log in
            await backoff.end(.reconnect(attempt: 1))
            await backoff.begun.wait { $0.contains(.poll) }
            server.stop()
            repository.refetch(.main)
            await log.wait { $0.connection == .disconnected }
            let asked = server.paths.count
            await backoff.end(.poll)
            await backoff.begun.wait { $0.count { $0 == .poll } == 2 }
            #expect(server.paths.count == asked)
        }
    }

    @Test func aStreamIsAskedForWithoutAnEncoding() async throws {
        let server = try EventServer(stream: heldOpen)
        try await running(server) { _, _, _ in
            await server.streams.wait(count: 1)
            #expect(server.streams.all[0].lowercased().contains("accept-encoding: identity\r\n"))
        }
    }

    @Test func aSilentStreamIsGivenUp() async throws {
        let server = try EventServer(stream: heldOpen)
        try await running(server, silence: .seconds(1)) { _, _, _ in
            await backoff.begun.wait(count: 1)
            #expect(backoff.begun.all == [.reconnect(attempt: 1)])
        }
    }

    @Test func garbageIsReadPastAndAnEndlessLineEndsTheStream() async throws {
        let server = try EventServer { stream, number in
            stream.open()
            stream.send([0xFF, 0x00, 0x0A, 0x0A])
            stream.send(
                "event: section\ndata: {\"section\": 5}\n\nevent: section\ndata: no\n\nevent: other\ndata: {}\n\n")
            if number == 1 {
                for _ in 0..<20 { stream.send([UInt8](repeating: 0x61, count: 4_096)) }
                stream.peer.stayOpen()
            } else {
                stream.tell(.main, id: 1)
                stream.peer.stayOpen()
            }
        }
        try await running(server) { _, _, log in
            await backoff.begun.wait(count: 1)
            await server.paths.wait(count: 6)
            server.change(.main)
            await backoff.end(1)
            await log.wait { $0.section(.main).rows.count == 2 }
            #expect(backoff.begun.all.first == .reconnect(attempt: 1))
        }
    }

    @Test func aServerThatIsBackIsHeardAtOnce() async throws {
        let server = try EventServer { stream, number in
            stream.open()
            if number > 1 { stream.peer.stayOpen() }
        }
        try await running(server) { _, updates, _ in
            await backoff.begun.wait(count: 1)
            updates.serverBecameReachable()
            await server.streams.wait(count: 2)
            #expect(backoff.begun.count == 1)
        }
    }

    @Test func leavingEndsAnOpenStream() async throws {
        let hangups = Record<Bool>()
        let server = try EventServer { stream, _ in
            stream.open()
            hangups.append(stream.peer.hangsUp(within: 30_000))
        }
        try await running(server) { _, _, _ in await server.paths.wait(count: 6) }
        await hangups.wait(count: 1)
        #expect(hangups.all == [true])
    }
}
