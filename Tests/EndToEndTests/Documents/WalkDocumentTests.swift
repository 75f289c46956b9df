import Foundation
import TestPeers
import Testing

/// The chapters that are followed step by step, as a new keeper follows them: in a home in which nothing is yet.
@Suite(.enabled(if: Installed.has("curl", "sqlite3"), "curl or sqlite3 is missing"))
struct WalkDocumentTests {
    @Test func aShopIsKeptFromNothing() async throws {
        let manual = try Document("Resources/docs/manual.md")
        let walk = DocumentWalk(manual.parts(below: "### A shop from nothing"))
        #expect(walk.steps.count > 20)
        try await walk.walk(in: FreshHome(port: FreePort.find()))
    }

    @Test func whatIsPrintedMatchesWithPlaceholders() throws {
        #expect(try DocumentWalk.matches("", ""))
        #expect(try DocumentWalk.matches("Order 12  x\n", "Order …  x"))
        #expect(try DocumentWalk.matches("a\nb\nc (1)\n", "…\nc (1)"))
        #expect(try DocumentWalk.matches("c\n", "…\nc"))
        #expect(try !DocumentWalk.matches("a\n", ""))
        #expect(try !DocumentWalk.matches("a\nb\n", "a"))
        #expect(try !DocumentWalk.matches("Order 12\nx\n", "Order …x"))
    }

    @Test func theStepsOfAChapterAreFound() throws {
        let text = """
            ## One
            <!-- walk: goes on -->
            ```sh
            serve
            ```
            ```
            ready
            ```
            ### In it
            ```sh
            open
            ```
            | press | you see |
            |---|---|
            | `q` | the end |

            <!-- walk: Ctrl-C -->
            ## Two
            ```sh
            not this
            ```
            """
        let steps = DocumentWalk(Document(path: "test", text: text).parts(below: "## One")).steps
        try #require(steps.count == 3)
        guard case .start(let serve, "ready") = steps[0], case .use(let open, let rows) = steps[1],
            case .stop = steps[2]
        else {
            Issue.record("\(steps)")
            return
        }
        #expect(serve.text == "serve" && serve.line == 3)
        #expect(open.text == "open" && open.heading == "### In it")
        #expect(rows == [["`q`", "the end"]])
    }
}
