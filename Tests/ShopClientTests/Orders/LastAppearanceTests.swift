import Domain
import Foundation
import TerminalText
import TestSupport
import Testing

@testable import ShopClient

/// How a shop appeared when it was reached last, as a terminal reads it at its start.
@Suite struct LastAppearanceTests {
    private func withStore(_ body: (ShopProfileStore, URL) throws -> Void) throws {
        let directory = FileManager.default.temporaryDirectory.appending(component: "banchan-\(UUID())")
        defer { FileManager.default.removeScratch(directory) }
        try body(ShopProfileStore(directory: directory.path), directory.appending(component: "profile.json"))
    }

    @Test func whatWasStoredOfTheProfileIsRead() throws {
        try withStore { store, _ in
            #expect(store.lastAppearance() == nil)
            let sections = [MenuSection(id: "late", title: "밤참", englishTitle: "Late bites")]
            let profile = ShopProfile(
                head: ShopHead(name: "소반가"), timeZone: "Asia/Seoul", counters: [.orders, .menu], sections: sections)
            store.write(profile)
            #expect(store.lastAppearance() == profile.appearance)
            #expect(store.read() == profile)
        }
    }

    @Test(arguments: ["", "{", "[]", #"{"counters": ["tea"]}"#, #"{"sections": []}"#])
    func aFileThatCannotBeReadIsNone(_ text: String) throws {
        try withStore { store, file in
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
            #expect(store.lastAppearance() == nil)
        }
    }

    @Test func aFileThatSaysLessIsOfAShopThatSaysNothing() throws {
        try withStore { store, file in
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(#"{"time_zone": "Asia/Seoul", "day_starts": "05:00"}"#.utf8).write(to: file)
            #expect(store.lastAppearance() == ShopAppearance())
        }
    }
}
