import Domain
import Foundation
import ShopServer
import Storage
import TerminalProbe
import TerminalText
import TestSupport
import Testing

/// What guests leave behind, tested without sshd.
@Suite struct GuestDataTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private var guests: String { scratch.path("guests") }

    /// Returns the arguments of a guest's program, for a guest who is recognised if it has a name.
    private func arguments(_ server: CountingServer, _ name: String? = "지훈") -> [String] {
        ["guest", "--server", server.url, "--sessions", guests] + (name.map { ["--name", $0] } ?? [])
    }

    /// The files and directories that are stored by their paths, without lock files. Those that are removed meanwhile
    /// are not among them.
    private var stored: [String: StoredFile] {
        let paths = FileManager.default.subpaths(atPath: guests) ?? []
        return paths.filter { !$0.hasSuffix(".lock") }.reduce(into: [:]) { files, path in
            let facts = try? FileManager.default.attributesOfItem(atPath: "\(guests)/\(path)")
            guard let facts, let mode = facts[.posixPermissions] as? Int else { return }
            files[path] = StoredFile(mode: mode, isRegular: facts[.type] as? FileAttributeType == .typeRegular)
        }
    }

    private struct StoredFile {
        let mode: Int
        let isRegular: Bool
    }

    private var files: [String] { stored.filter(\.value.isRegular).map(\.key) }

    private var folders: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: "\(guests)/known")) ?? []
    }

    /// The money that is in the drinks machine under any identity of which there are traces.
    private func balances(_ shop: OrderingServer) async throws -> [Won] {
        try await shop.store.read { reader in
            try reader.machineSessions(changedAfter: 0).keys.map { try reader.machineSession($0).balance }
        }
    }

    /// Two visits at once have an identity and a place each. The next visit has the first one of each.
    @Test(arguments: [String?.some("지훈"), nil])
    func moneyOfAKilledSecondVisitIsGivenBackByTheNextVisit(_ name: String?) async throws {
        let shop = try OrderingServer()
        let server = try await shop.open()
        try await withShop(arguments(server, name)) { first in
            try first.wait(forText: "연결됨")
            try first.press("3", "t")
            try first.wait(forText: "잔액 1,000원")
            let second = try ProgramOnTerminal(
                Built.banchan, arguments: arguments(server, name), environment: ["LANG": "ko_KR.UTF-8"])
            try second.wait(forText: "연결됨")
            try second.press("3", "f")
            try second.wait(forText: "잔액 5,000원")
            for guest in [second, first] {
                try guest.terminal.signal(SIGKILL)
                try guest.waitForExit()
            }
        }
        #expect(Set(try await balances(shop)) == [Won(1_000), Won(5_000)])
        try await withShop(arguments(server, name)) { guest in
            try guest.wait(forText: "연결됨")
            try guest.press("q")
            #expect(try guest.waitForExit() == .exited(0))
            #expect(guest.shows("음료 기계에 있던 6,000원을 돌려드렸습니다.") == (name != nil))
        }
        #expect(Set(try await balances(shop)) == [Won(0)])
        #expect(files == [])
        await server.stop()
    }

    /// The shop answers, but its database is away when the guest leaves.
    @Test func moneyThatCannotBeReturnedWaitsForTheNextVisit() async throws {
        let shop = try OrderingServer()
        let server = try await shop.open()
        let address = try #require(URL(string: server.url))
        let database = shop.scratch.path("shop.sqlite")
        try await withShop(arguments(server, nil)) { guest in
            try guest.wait(forText: "연결됨")
            try guest.press("3", "t")
            try guest.wait(forText: "잔액 1,000원")
            #expect(rename(database, "\(database).away") == 0)
            try guest.press("q")
            try guest.wait(forText: "1,000원을 돌려받고 나갈까요?")
            try guest.press("y")
            try guest.wait(forText: "1,000원을 두고 나갈까요?")
            try guest.press("y")
            #expect(try guest.waitForExit() == .exited(0))
            #expect(guest.shows("음료 기계에 돈이 남아 있다면 지금은 돌려드릴 수 없습니다."))
        }
        #expect(rename("\(database).away", database) == 0)
        try await wait { try await ask(address, "ready").status == 200 }
        #expect(try await balances(shop) == [Won(1_000)])
        try await withShop(arguments(server, nil)) { guest in
            try guest.wait(forText: "연결됨")
            try guest.press("q")
            #expect(try guest.waitForExit() == .exited(0))
        }
        #expect(try await balances(shop) == [Won(0)])
        #expect(files == [])
        await server.stop()
    }

    enum Leaving: CaseIterable { case key, hangUp, kill }

    @Test(arguments: Leaving.allCases)
    func aVisitInWhichNothingIsKeptLeavesNothing(_ leaving: Leaving) async throws {
        let shop = try OrderingServer()
        let server = try await shop.open()
        try await withShop(arguments(server)) { guest in
            try guest.wait(forText: "연결됨")
            try guest.press("down", "3", "1")
            #expect(folders == [])
            switch leaving {
            case .key: try guest.press("q")
            case .hangUp: guest.terminal.hangUp()
            case .kill: try guest.terminal.signal(SIGKILL)
            }
            if leaving == .kill {
                try guest.waitForExit()
            } else {
                try waitFor { try await wait { stored["places/1"] == nil } }
            }
        }
        #expect(folders == [])
        if leaving != .kill { #expect(files == []) }
        await server.stop()
    }

    @Test func whatIsTakenOutAgainLeavesNothing() async throws {
        let shop = try OrderingServer()
        let server = try await shop.open()
        try await withShop(arguments(server)) { guest in
            try guest.waitUntilSettled()
            try guest.press("+")
            try guest.wait(for: "a full cart") { $0.line(0).contains("4 주문 x1") }
            try waitFor { try await wait { folders.count == 1 } }
            try guest.press("-")
            try guest.wait(for: "an empty cart") { !$0.line(0).contains(" x1") }
            try guest.press("3", "t")
            try guest.wait(forText: "잔액 1,000원")
            try guest.press("q", "y")
            #expect(try guest.waitForExit() == .exited(0))
        }
        #expect(folders == [])
        #expect(files == [])
        await server.stop()
    }

    @Test func theFolderOfAGuestWhoOrderedIsKeptFor400Days() async throws {
        let shop = try OrderingServer()
        let server = try await shop.open()
        try await withShop(arguments(server)) { guest in
            try guest.waitUntilSettled()
            try guest.press("+", "o")
            try guest.wait(forText: "이름      지훈")
            try guest.wait(forText: "15,900원")
            try guest.press("enter", "enter")
            try guest.wait(forText: "주문이 접수됐습니다.")
            try guest.press("3", "t")
            try guest.wait(forText: "잔액 1,000원")
            try guest.terminal.signal(SIGKILL)
            try guest.waitForExit()
        }
        let folder = try #require(folders.first)
        for (days, isKept) in [(399, true), (401, false)] {
            let then = Date.now.addingTimeInterval(Double(-days) * 86_400)
            try FileManager.default.setAttributes([.modificationDate: then], ofItemAtPath: "\(guests)/known/\(folder)")
            try await withShop(arguments(server, "길동")) { guest in
                try guest.wait(forText: "연결됨")
                try guest.press("q")
                #expect(try guest.waitForExit() == .exited(0))
            }
            #expect(folders == (isKept ? [folder] : []))
            #expect(try await balances(shop) == [Won(isKept ? 1_000 : 0)])
        }
        #expect(files == [])
        await server.stop()
    }

    @Test(arguments: ["0000", "0022", "0777"]) func everythingIsPrivateUnderAnyUmask(_ umask: String) async throws {
        let shop = try OrderingServer()
        let server = try await shop.open()
        let command = ([Built.banchan] + arguments(server)).map { "'\($0)'" }.joined(separator: " ")
        try await withShop(["-c", "umask \(umask); exec \(command)"], of: "/bin/sh") { guest in
            try guest.waitUntilSettled()
            try guest.press("+", "o")
            try guest.wait(forText: "이름      지훈")
            try guest.wait(forText: "15,900원")
            try guest.press("enter", "enter")
            try guest.wait(forText: "주문이 접수됐습니다.")
            try guest.press("+")
            try guest.wait(for: "a full cart") { $0.line(0).contains("4 주문 x1") }
            try waitFor { try await wait { files.contains { $0.contains("/carts/") } } }
            let stored = stored
            #expect(stored.keys.filter { $0.hasSuffix("/guest") }.count == 1)
            #expect(stored.values.filter(\.isRegular).count > 4, "\(stored)")
            for (path, file) in stored {
                #expect(file.mode == (file.isRegular ? 0o600 : 0o700), "\(path): \(String(file.mode, radix: 8))")
            }
            for name in ["", "/places/gate.lock", "/places/1.lock"] {
                let facts = try FileManager.default.attributesOfItem(atPath: guests + name)
                #expect(facts[.posixPermissions] as? Int == (name.isEmpty ? 0o700 : 0o600))
            }
            try guest.press("q")
            #expect(try guest.waitForExit() == .exited(0))
        }
        await server.stop()
    }
}
