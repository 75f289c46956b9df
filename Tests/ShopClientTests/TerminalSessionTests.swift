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

    /// Returns the session id used by one run of the program, which keeps something under it.
    private func id(_ address: ShopAddress? = nil) -> UUID {
        let session = session(address)
        session.keep()
        return session.id
    }

    @Test func theNextRunIsCalledTheSame() throws {
        let first = id()
        #expect(id() == first)
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test func nothingIsStoredBeforeSomethingIsKeptUnderTheName() {
        let session = session()
        let name = session.id
        #expect(!FileManager.default.fileExists(atPath: state.path))
        session.keep()
        #expect(FileManager.default.fileExists(atPath: file.path))
        #expect(session.id == name)
    }

    @Test func aClientOfASingleServerDoesNotAskForTheName() throws {
        let first = session()
        _ = try ShopServers("http://a.example").client(for: first.id)
        // It takes the name that is stored meanwhile.
        let name = id()
        #expect(first.id == name)
    }

    @Test func twoProgramsThatKeepSomethingLaterStayTwoTerminals() {
        let (first, second) = (session(), session())
        let ids = [first.id, second.id]
        second.keep()
        first.keep()
        #expect([first.id, second.id] == ids)
        #expect([session().id].allSatisfy { !ids.contains($0) })
    }

    @Test func whatMayNotBeStoredIsForThisRun() {
        let session = TerminalSession.standard(
            for: nil, environment: ["XDG_STATE_HOME": state.path], willStore: { false })
        session.keep()
        #expect(session.id == session.id)
        #expect(!FileManager.default.fileExists(atPath: state.path))
    }

    @Test func thoseThatNoProgramUsesAreFoundAndForgotten() {
        let environment = ["XDG_STATE_HOME": state.path]
        var (first, second) = (TerminalSession?.some(session()), TerminalSession?.some(session()))
        first?.keep()
        second?.keep()
        let ids = [first?.id, second?.id]
        #expect(TerminalSession.unused(for: nil, environment: environment).map(\.id) == [])
        second = nil
        #expect(TerminalSession.unused(for: nil, environment: environment).map(\.id) == [ids[1]])
        first = nil
        for session in TerminalSession.unused(for: nil, environment: environment) where session.id == ids[0] {
            session.forget()
        }
        #expect(id() == ids[1])
    }

    @Test func twoProgramsAtOnceAreTwoTerminals() {
        let (first, second) = (session(), session())
        first.keep()
        second.keep()
        let ids = [first.id, second.id]
        #expect(ids[0] != ids[1])
        #expect(first.id == ids[0], "a name stays")
        #expect(second.id == ids[1], "a name stays")
    }

    @Test func theOneThatEndedGivesItsNameToTheNext() {
        var first: TerminalSession? = session()
        first?.keep()
        let name = first?.id
        let second = session()
        second.keep()
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
        session.keep()
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
