import Canvas
import Domain
import Foundation
import NIOConcurrencyHelpers
import Pictures
import ShopHTTP
import TestPeers
import TestSupport
import Testing

@testable import ShopClient

@Suite struct PictureRepositoryTests {
    private let directory = TemporaryDirectory()
    private let server: PictureServer
    private let client = HTTPClient()
    private let size = Size(width: 6, height: 3)

    init() throws { server = try PictureServer() }

    private var store: PictureStore { PictureStore(directory: directory.url.path, limit: 1 << 24) }

    private func repository(
        backoff: RetryBackoff = RetryBackoff { _ in }, limits: PictureQueue.Limits = .init(), isKept: Bool = true
    ) throws -> PictureRepository {
        PictureRepository(
            source: try server.source(client: client), store: isKept ? store : nil, colors: .direct, backoff: backoff,
            limits: limits)
    }

    private func requests(_ addresses: [String]) -> [PictureRequest] {
        addresses.map { PictureRequest($0, fitting: size) }
    }

    private func demand(_ inView: [String], others: [String] = [], mayDownload: Bool = true) -> PictureDemand {
        PictureDemand(inView: requests(inView), others: requests(others), mayDownload: mayDownload)
    }

    /// Runs `repository` while `body` runs.
    private func running(
        _ repository: PictureRepository, _ body: (PictureLog) async throws -> Void
    ) async throws {
        let log = await PictureLog(of: repository)
        let run = Task { await repository.run() }
        do { try await body(log) } catch {
            run.cancel()
            throw error
        }
        run.cancel()
        // Answers that are still held are not released: whatever waits for one has to end without it.
        await run.value
    }

    private func serve(_ count: Int) -> [String] {
        (0..<count).map { number in
            server.serve(TestPicture.plain(UInt32(number) << 8), at: "/shop/p/\(number).png")
            return "/p/\(number).png"
        }
    }

    /// Expects that no picture comes from `addresses`, and that nothing of them is kept.
    private func expectFailure(of addresses: [String], state: PictureState = .failed) async throws {
        let repository = try repository()
        try await running(repository) { log in
            repository.request(demand(addresses))
            await log.wait(for: addresses)
            for address in addresses { #expect(repository.picture(address, fitting: size) == state) }
        }
        #expect(directory.files.isEmpty)
    }

    @Test func decodingLeavesOneProcessorToTheThreadThatDraws() async throws {
        let (source, addresses) = (try server.source(client: client), serve(64))
        let threads = NIOLockedValueBox<Set<UInt>>([])
        let watched = PictureSource(
            name: { address in
                threads.withLockedValue { _ = $0.insert(UInt(pthread_self())) }
                return source.name(address)
            }, fetch: source.fetch)
        let repository = PictureRepository(source: watched, store: store, colors: .direct, backoff: .none)
        try await running(repository) { log in
            repository.request(demand(addresses))
            await log.wait(for: addresses)
        }
        #expect(threads.withLockedValue(\.count) <= max(1, ProcessInfo.processInfo.activeProcessorCount - 1))
    }

    @Test func aPictureArrivesAndIsTold() async throws {
        let addresses = serve(1)
        let repository = try repository()
        #expect(repository.picture(addresses[0], fitting: size) == .waiting)
        try await running(repository) { log in
            repository.request(demand(addresses))
            await log.wait(for: addresses)
            #expect(repository.picture(addresses[0], fitting: size).picture?.size == size)
            #expect(repository.picture(addresses[0], fitting: Size(width: 1, height: 1)) == .waiting)
        }
        #expect(server.paths.all == ["/shop/p/0.png"])
    }

    @Test func whatIsNextIsThereInASizeOfItsOwn() async throws {
        let addresses = serve(3)
        let repository = try repository()
        let large = Size(width: 12, height: 6)
        try await running(repository) { log in
            repository.request(demand(addresses))
            await log.wait(for: addresses)
            #expect(repository.picture(addresses[1], fitting: large) == .waiting)
            var demand = demand(addresses)
            demand.next = [PictureRequest(addresses[1], fitting: large)]
            repository.request(demand)
            try await wait { repository.picture(addresses[1], fitting: large) != .waiting }
            #expect(repository.picture(addresses[1], fitting: large).picture?.size == large)
        }
        #expect(Set(server.paths.all).count == 3)
    }

    @Test func neverMoreThanEightDownloadsAreUnderWay() async throws {
        let addresses = serve(30)
        let repository = try repository()
        server.hold()
        try await running(repository) { log in
            repository.request(demand(Array(addresses[..<10]), others: Array(addresses[10...])))
            await server.paths.wait(count: 8)
            for released in 1...22 {
                server.release(1)
                await server.paths.wait(count: 8 + released)
            }
            server.release(.max)
            await log.wait(for: addresses)
        }
        #expect(server.maxConcurrent == 8)
        #expect(Set(server.paths.all).count == 30)
    }

    @Test func whatIsInViewComesFirst() async throws {
        let addresses = serve(30)
        let repository = try repository(limits: .init(downloads: 1, reads: 1))
        server.hold()
        try await running(repository) { log in
            repository.request(demand([], others: addresses))
            await server.paths.wait(count: 1)
            repository.request(demand([addresses[20], addresses[25]], others: addresses))
            server.release(.max)
            await log.wait(for: addresses)
        }
        let order = server.paths.all
        #expect(Set(order[1...2]) == ["/shop/p/20.png", "/shop/p/25.png"])
    }

    @Test func nothingIsDownloadedBeforeItMayBe() async throws {
        let addresses = serve(2)
        store.keep(TestPicture.plain(0xFF), at: "\(try server.address)/p/0.png")
        let repository = try repository()
        try await running(repository) { log in
            repository.request(demand(addresses, mayDownload: false))
            await log.wait(for: [addresses[0]])
            #expect(repository.picture(addresses[1], fitting: size) == .waiting)
            #expect(server.paths.count == 0)
            repository.request(demand(addresses))
            await log.wait(for: addresses)
            #expect(server.paths.all == ["/shop/p/1.png"])
        }
    }

    @Test func aPictureOnDiskMakesNoRequest() async throws {
        let addresses = serve(5)
        let first = try repository()
        try await running(first) { log in
            first.request(demand(addresses))
            await log.wait(for: addresses)
        }
        #expect(server.paths.count == 5)
        let second = try repository()
        try await running(second) { log in
            second.request(demand(addresses))
            await log.wait(for: addresses)
            #expect(second.picture(addresses[4], fitting: size).picture != nil)
        }
        #expect(server.paths.count == 5)
    }

    @Test func whatWasForgottenComesFromDiskAndNotFromTheServer() async throws {
        let addresses = serve(6)
        // As many cells as two pictures need.
        let repository = try repository(limits: .init(cells: 36))
        try await running(repository) { log in
            for round in 1...2 {
                for address in addresses {
                    let seen = log.addresses.count
                    repository.request(demand([address]))
                    await log.addresses.wait(count: seen + 1)
                    #expect(repository.picture(address, fitting: size).picture != nil, "round \(round)")
                }
            }
            let inMemory = addresses.count { repository.picture($0, fitting: size).picture != nil }
            #expect(inMemory <= 2)
        }
        #expect(server.paths.count == 6)
    }

    @Test(arguments: ["404 Not Found", "500 Internal Server Error", "204 No Content", "206 Partial Content"])
    func anAnswerOtherThan200IsNeverKept(_ status: String) async throws {
        server.serve(TestPicture.plain(0xFF), at: "/shop/a.png", status: status)
        try await expectFailure(of: ["a.png"])
    }

    @Test func aPageInPlaceOfAPictureIsNeverKept() async throws {
        server.serve(Data("<html>Sign in</html>".utf8), at: "/shop/a.png")
        server.serve(TestPicture.plain(7).prefix(60), at: "/shop/b.png")
        let repository = try repository()
        try await running(repository) { log in
            repository.request(demand(["a.png", "b.png"]))
            await log.wait(for: ["a.png", "b.png"])
            #expect(repository.picture("a.png", fitting: size) == .failed)
        }
        #expect(directory.files.isEmpty)
    }

    @Test func aWholeAnswerThatIsNoPictureIsNotFetchedAgainUntilItChanges() async throws {
        server.serve(Data("<html>Sign in</html>".utf8), at: "/shop/a.png", tag: "\"1\"")
        let repository = try repository(backoff: RetryBackoff { _ in Issue.record("it is tried again") })
        try await running(repository) { log in
            repository.request(demand(["a.png"]))
            await log.wait(for: ["a.png"])
            #expect(repository.picture("a.png", fitting: size) == .failed)
            #expect(server.paths.count == 1)
            // Requesting it again is answered with 304, because the file is unchanged.
            repository.retryFailed()
            await server.paths.wait(count: 2)
            await log.addresses.wait(count: 3)
            #expect(repository.picture("a.png", fitting: size) == .failed)
            server.serve(TestPicture.plain(1), at: "/shop/a.png", tag: "\"2\"")
            repository.retryFailed()
            await log.addresses.wait { _ in repository.picture("a.png", fitting: size).picture != nil }
        }
        #expect(server.paths.count == 3)
        #expect(server.unchanged == 1)
    }

    @Test func aPictureUnderAWrongTypeIsAPictureAllTheSame() async throws {
        server.serve(TestPicture.plain(7), at: "/shop/a.html", type: "text/html")
        let repository = try repository()
        try await running(repository) { log in
            repository.request(demand(["a.html"]))
            await log.wait(for: ["a.html"])
            #expect(repository.picture("a.html", fitting: size).picture != nil)
        }
    }

    @Test func aFailedDownloadIsTriedAgainAfterPausesAndThenNoMore() async throws {
        let backoff = ManualBackoff()
        let repository = try repository(backoff: backoff.backoff)
        try await running(repository) { log in
            repository.request(demand(["none.png"]))
            for attempt in 1...3 {
                await backoff.end(attempt)
                await server.paths.wait(count: attempt + 1)
            }
            await log.wait(for: ["none.png"])
            #expect(repository.picture("none.png", fitting: size) == .failed)
            #expect(backoff.begun.all == [1, 2, 3])
            // Neither another request for it nor the arrival of another picture causes an attempt.
            server.serve(TestPicture.plain(1), at: "/shop/other.png")
            repository.request(demand(["none.png", "other.png"]))
            await log.wait(for: ["other.png"])
        }
        #expect(server.paths.all.count { $0 == "/shop/none.png" } == 4)
    }

    @Test func aFailedPictureMayBeTriedAnew() async throws {
        let repository = try repository()
        try await running(repository) { log in
            repository.request(demand(["late.png"]))
            await log.wait(for: ["late.png"])
            server.serve(TestPicture.plain(1), at: "/shop/late.png")
            repository.retryFailed()
            await log.addresses.wait { _ in repository.picture("late.png", fitting: size).picture != nil }
        }
        #expect(server.paths.count == 5)
    }

    @Test func aBrokenFileOnDiskIsReplacedByADownload() async throws {
        let addresses = serve(1)
        let name = "\(try server.address)/p/0.png"
        store.keep(Data("no picture".utf8), at: name)
        let repository = try repository()
        try await running(repository) { log in
            repository.request(demand(addresses))
            await log.wait(for: addresses)
            #expect(repository.picture(addresses[0], fitting: size).picture != nil)
        }
        #expect(server.paths.count == 1)
        #expect(store.picture(at: name) == TestPicture.plain(0))
    }

    @Test func twoAddressesWithOneFileNameGetTheirOwnPictures() async throws {
        server.serve(TestPicture.plain(0xFF0000), at: "/shop/a/dish.png")
        server.serve(TestPicture.plain(0x0000FF), at: "/shop/b/dish.png")
        for _ in 1...2 {
            let repository = try repository()
            try await running(repository) { log in
                repository.request(demand(["a/dish.png", "b/dish.png"]))
                await log.wait(for: ["a/dish.png", "b/dish.png"])
                let pictures = ["a/dish.png", "b/dish.png"].map { repository.picture($0, fitting: size).picture }
                #expect(pictures[0]?.runs(ofRow: 0).first?.background == .rgb(0xFF0000))
                #expect(pictures[1]?.runs(ofRow: 0).first?.background == .rgb(0x0000FF))
            }
        }
        #expect(server.paths.count == 2)
    }

    @Test func anEndlessPictureIsGivenUp() async throws {
        server.serve(Data(count: 6 << 20), at: "/shop/huge.png")
        try await expectFailure(of: ["huge.png"], state: .tooLarge)
        // It is not tried again by itself.
        #expect(server.paths.count == 1)
    }

    @Test func aPictureOfTooManyPixelsIsSaidToBeTooLarge() async throws {
        let small = TestPicture.plain(1)
        // The size that the header declares: 70,000 columns.
        let declared = small.prefix(16) + Data([0, 1, 0x11, 0x70, 0, 1, 0x11, 0x70]) + small.dropFirst(24)
        server.serve(declared, at: "/shop/wide.png", tag: "\"1\"")
        let repository = try repository()
        try await running(repository) { log in
            repository.request(demand(["wide.png"]))
            await log.wait(for: ["wide.png"])
            #expect(repository.picture("wide.png", fitting: size) == .tooLarge)
            repository.retryFailed()
            await log.wait(for: ["wide.png"], times: 3)
            #expect(repository.picture("wide.png", fitting: size) == .tooLarge)
            #expect(server.unchanged == 1)
            server.serve(small, at: "/shop/wide.png")
            repository.retryFailed()
            await log.addresses.wait { _ in repository.picture("wide.png", fitting: size).picture != nil }
        }
    }

    @Test func addressesThatAreNoneFailWithoutARequest() async throws {
        let addresses = ["file:///etc/passwd", "ftp://host/a.png", "../../secret.png", "javascript:1", "a\nb.png"]
        try await expectFailure(of: addresses)
        #expect(server.paths.count == 0)
    }

    @Test func leavingCancelsDownloadsAtOnceAndAnotherRunGoesOn() async throws {
        let addresses = serve(20)
        let repository = try repository()
        server.hold()
        try await running(repository) { _ in
            repository.request(demand(addresses))
            await server.paths.wait(count: 8)
        }
        try await running(repository) { log in
            server.release(.max)
            repository.request(demand(addresses))
            await log.wait(for: addresses)
        }
        #expect(server.paths.count == 8 + addresses.count)
    }

    @Test func withoutADiskPicturesAreFetchedAllTheSame() async throws {
        let addresses = serve(3)
        let repository = try repository(isKept: false)
        try await running(repository) { log in
            repository.request(demand(addresses))
            await log.wait(for: addresses)
        }
        #expect(server.paths.count == 3)
    }

    @Test func whereTheTerminalTurnsOutToShowPixelsPicturesAreMadeAnewFromDisk() async throws {
        let addresses = serve(2)
        let density = PixelDensity()
        let repository = PictureRepository(
            source: try server.source(client: client), store: store, colors: .direct, density: density)
        try await running(repository) { log in
            repository.request(demand(addresses))
            await log.wait(for: addresses)
            let before = addresses.map { repository.picture($0, fitting: size).picture }
            #expect(before.allSatisfy { $0 != nil && $0?.pixels == nil })
            density.cell = CellPixels(width: 8, height: 16)
            // The existing pictures are shown until the new ones are ready.
            #expect(addresses.allSatisfy { repository.picture($0, fitting: size).picture != nil })
            await log.wait(for: addresses, times: 2)
            for address in addresses {
                let pixels = repository.picture(address, fitting: size).picture?.pixels
                #expect(pixels?.size == Size(width: 48, height: 48))
            }
        }
        #expect(server.paths.count == 2)
    }

    @Test func aTerminalWithoutColoursMakesNoRequest() async throws {
        let repository = PictureRepository(source: try server.source(), store: store, colors: .none)
        repository.request(demand(serve(3)))
        await repository.run()
        #expect(server.paths.count == 0)
    }
}
