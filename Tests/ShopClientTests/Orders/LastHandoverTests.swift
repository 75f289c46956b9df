import Domain
import Foundation
import TerminalText
import Testing

@testable import ShopClient

/// How the last guest of a device got an order.
@Suite struct LastHandoverTests {
    private let directory = TemporaryDirectory()
    private let now = Date(timeIntervalSinceReferenceDate: 800_000_000)
    private let delivery = Handover(.delivery, phone: "010-1234-5678", address: "서울시 반찬로 1", note: "문 앞")
    private var store: LastGuestStore { LastGuestStore(directory: directory.url.path) }
    private var file: URL { directory.url.appending(path: "last-handover.json") }
    private static let day = 86_400.0

    /// Remembers how the guest of an order gets it, as the order form does.
    private func write(_ handover: Handover, of who: PlainText = "지훈", at now: Date) {
        store.write(RememberedHandover(handover, of: who, after: store.readHandover(at: now), at: now))
    }

    @Test func itIsRememberedWithoutItsNoteForItsOwnerOnly() throws {
        #expect(store.readHandover(at: now) == nil)
        write(delivery, at: now)
        let read = try #require(store.readHandover(at: now + 60))
        #expect(read.handover == Handover(.delivery, phone: "010-1234-5678", address: "서울시 반찬로 1"))
        #expect(read.usedAt == now)
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test func itIsForgottenByTheTimeOfItsLastUse() throws {
        let now = Date.now
        write(delivery, at: now - 3 * LastHandoverTests.day)
        write(Handover(.pickup), at: now)
        store.forget(storedBefore: now - 4 * LastHandoverTests.day)
        #expect(store.readHandover() != nil)
        store.forget(storedBefore: now - 2 * LastHandoverTests.day)
        #expect(directory.files.isEmpty)
        // One that cannot be read goes by the time at which it was stored.
        try Data("{".utf8).write(to: file)
        store.forget(storedBefore: now + LastHandoverTests.day)
        #expect(directory.files.isEmpty)
    }

    @Test func whatWasNotAskedStaysAndIsNoYoungerForIt() throws {
        write(delivery, at: now)
        write(Handover(.pickup), at: now + 20 * LastHandoverTests.day)
        let read = try #require(store.readHandover(at: now + 20 * LastHandoverTests.day))
        #expect(read.handover == Handover(.pickup, phone: "010-1234-5678", address: "서울시 반찬로 1"))
        #expect(read.usedAt == now)
        #expect(!read.isExpired(after: 30, at: now + 30 * LastHandoverTests.day))
        #expect(read.isExpired(after: 30, at: now + 30 * LastHandoverTests.day + 1))
        write(delivery, at: now + 21 * LastHandoverTests.day)
        #expect(store.readHandover(at: now + 21 * LastHandoverTests.day)?.usedAt == now + 21 * LastHandoverTests.day)
    }

    @Test func nothingOfOneGuestIsRememberedOfTheNext() throws {
        write(delivery, at: now)
        write(Handover(.pickup), of: "미영", at: now + 60)
        let read = try #require(store.readHandover(at: now + 60))
        #expect((read.who, read.handover, read.usedAt) == ("미영", Handover(.pickup), now + 60))
    }

    @Test func aFileThatThisProgramCannotHaveWrittenIsIgnoredAndTheNextOrderReplacesIt() throws {
        write(delivery, at: now)
        let good = try String(contentsOf: file, encoding: .utf8)
        let bad = [
            "", "[]", "{", good.replacingOccurrences(of: "지훈", with: ""),
            good.replacingOccurrences(of: "\"who\"", with: "\"name\""),
            good.replacingOccurrences(of: "010-1234-5678", with: "call me"),
            good.replacingOccurrences(of: "서울시", with: "\u{202E}서울시"),
            good.replacingOccurrences(of: "서울시", with: String(repeating: "가", count: 300)),
            good + String(repeating: " ", count: 20_000), good.replacingOccurrences(of: "800000000", with: "1e300"),
        ]
        for text in bad {
            try Data(text.utf8).write(to: file)
            #expect(store.readHandover(at: now) == nil, "\(text.prefix(200))")
        }
        try FileManager.default.removeItem(at: file)
        try #require(mkfifo(file.path, 0o600) == 0)
        #expect(store.readHandover(at: now) == nil)
        write(delivery, at: now)
        #expect(store.readHandover(at: now)?.handover.phone == "010-1234-5678")
        // A clock that was set back by more than a day makes it no younger.
        #expect(store.readHandover(at: now - 2 * LastHandoverTests.day) == nil)
    }
}
