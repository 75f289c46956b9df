import Foundation
import TerminalProbe
import TestPeers
import TestSupport
import Testing

/// Commands show a status line while they wait for a slow server.
@Suite struct AskingTests {
    @Test(arguments: ["menu", "juice", "drinks", "orders"])
    func aLateAnswerIsWaitedForWithALineThatLeavesNoTrace(_ command: String) async throws {
        let gate = DispatchSemaphore(value: 0)
        let server = try LoopbackServer { peer in
            while peer.readRequest() != nil {
                gate.wait()
                gate.signal()
                peer.answer(headers: ["Content-Type: application/json"], body: Array("[]".utf8))
            }
        }
        let scratch = try Scratch()
        let file = scratch.url.appending(path: "printed")
        let line =
            "exec '\(Built.banchan)' \(command) --json --server http://127.0.0.1:\(server.port) > '\(file.path)'"
        try await withShop(
            ["-c", line], of: "/bin/sh", environment: ["BANCHAN_KEEPER_TOKEN": "0123456789abcdef"], scratch: scratch
        ) { program in
            try program.wait(forText: "가게에 묻는 중")
            gate.signal()
            #expect(try program.waitForExit() == .exited(0))
            #expect(program.screen.text.allSatisfy { $0.allSatisfy { $0 == " " } })
        }
        server.stop()
        let printed = try String(contentsOf: file, encoding: .utf8)
        #expect(!printed.contains("\u{1B}"))
        guard command != "orders" else { return #expect(printed.isEmpty) }
        #expect(throws: Never.self) { _ = try JSONSerialization.jsonObject(with: Data(printed.utf8)) }
    }

    @Test func anAnswerThatIsThereAtOnceShowsNothing() async throws {
        let menu = try TemporaryMenu(main: [])
        let server = try await CountingServer(resources: menu.url)
        #expect(try await leavesNoTrace(["menu", "--json", "--server", server.url]))
        await server.stop()
        withExtendedLifetime(menu.scratch) {}
    }

    @Test func aMeasurementShowsHowFarItIs() async throws {
        let benchmark = Built.directory.appending(path: "banchan-benchmark").path
        let scratch = try Scratch()
        let arguments = ["list", "--short", "--rows", "25", "--contacts", "100"]
        let environment = ["TMPDIR": scratch.url.path]
        try await withShop(
            arguments, of: benchmark, environment: environment, columns: 100, scratch: scratch
        ) { program in
            try program.wait(forText: "Measuring 25 rows")
            #expect(try program.waitForExit() == .exited(0))
            #expect(program.shows("first frame, ms"))
            #expect(!program.shows("Measuring 25 rows"))
        }
    }
}
