import Foundation
import ShopClient
import Testing

@Suite final class TerminalSessionTests {
    private let state = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

    deinit { try? FileManager.default.removeItem(at: state) }

    private func session(_ address: ShopAddress? = nil) -> TerminalSession {
        .standard(for: address, environment: ["XDG_STATE_HOME": state.path])
    }

    private var file: URL { state.appendingPathComponent("banchan/terminals/own/1") }

    /// Returns the session id used by one run of the program.
    private func id(_ address: ShopAddress? = nil) -> UUID { session(address).id }

    @Test func theNextRunIsCalledTheSame() throws {
        let first = id()
        #expect(id() == first)
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test func nothingIsReadOrWrittenBeforeTheNameIsAskedFor() {
        let session = session()
        #expect(!FileManager.default.fileExists(atPath: state.path))
        _ = session.id
        #expect(FileManager.default.fileExists(atPath: file.path))
    }

    @Test func aClientOfASingleServerDoesNotAskForTheName() throws {
        let session = session()
        _ = try ShopServers("http://a.example").client(for: session.id)
        #expect(!FileManager.default.fileExists(atPath: file.path))
        _ = try ShopServers("http://a.example, http://b.example").client(for: session.id)
        #expect(FileManager.default.fileExists(atPath: file.path))
    }

    @Test func twoProgramsAtOnceAreTwoTerminals() {
        let (first, second) = (session(), session())
        let ids = [first.id, second.id]
        #expect(ids[0] != ids[1])
        #expect(first.id == ids[0], "a name stays")
        #expect(second.id == ids[1], "a name stays")
    }

    @Test func theOneThatEndedGivesItsNameToTheNext() {
        var first: TerminalSession? = session()
        let name = first?.id
        let second = session()
        _ = second.id
        first = nil
        #expect(id() == name)
    }

    @Test func eachShopHasItsOwn() throws {
        let here = try ShopAddress("http://127.0.0.1:8080")
        #expect(id() != id(here))
        #expect(id(here) == id(here))
    }

    @Test(arguments: ["", "no name", "7f3c", String(repeating: "a", count: 5_000), "\u{0}\u{0}"])
    func aDamagedFileMakesANewName(content: String) throws {
        let first = id()
        try Data(content.utf8).write(to: file)
        let second = id()
        #expect(second != first)
        #expect(id() == second)
    }

    @Test func whereNothingCanBeKeptTheNameIsForThisRun() throws {
        try FileManager.default.createDirectory(at: state, withIntermediateDirectories: true)
        try Data().write(to: state.appendingPathComponent("banchan"))
        let session = session()
        #expect(session.id == session.id)
        #expect(TerminalSession(directory: nil).id != TerminalSession(directory: nil).id)
    }

    @Test func aPipeInItsPlaceIsPassedBy() throws {
        let directory = file.deletingLastPathComponent()
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        #expect(mkfifo(file.path, 0o600) == 0)
        let first = id()
        #expect(id() == first)
    }
}
