import Domain
import Foundation
import TerminalText
import TestPeers
import TestSupport
import Testing

/// The webhook address must not appear in anything that the program prints or leaves behind.
@Suite struct SecretTests {
    private static let parts = ["hunter2", "T0SECRET", "B0SECRET"]

    @Test(arguments: [true, false]) func aServerThatSendsThereNeverSaysWhere(_ isInFile: Bool) async throws {
        let slack = try FakeSlack { $0 == 0 ? .status(500) : .status(404) }
        let scratch = try Scratch()
        let file = try scratch.secret("\(slack.url)\n")
        let variables = isInFile ? [:] : ["BANCHAN_WEBHOOK_URL": slack.url]
        let database = scratch.url.appending(path: "shop.sqlite").path
        let server = try await ServingProgram.banchan(
            database: database, isInFile ? ["--webhook-file", file] : [],
            environment: scratch.environment.merging(variables) { $1 })
        #expect(try await server.place(OrderedDish().order(), key: UUID())?.status == 201)
        // Slack refuses the message once temporarily and once permanently.
        _ = await slack.messages(2)
        expectNoSecret(in: try String(contentsOfFile: "/proc/\(server.program.identifier)/cmdline", encoding: .utf8))
        slack.stop()
        let (end, output, complaints) = try await server.stop()
        #expect(end == .fine)
        expectNoSecret(in: output + complaints)
        try FileManager.default.removeItem(atPath: file)
        try expectNoSecret(below: scratch.url)
    }

    @Test func whatTheWebhookDoesNotTakeIsToldWhereThePeopleLookAndWithoutItsAddress() async throws {
        let location = "Location: https://new.example/\(FakeSlack.secret)"
        let slack = try FakeSlack { _ in .status(302, fields: [location]) }
        let (scratch, ordered) = (try Scratch(), try OrderedDish())
        let database = scratch.url.appending(path: "shop.sqlite").path
        let server = try await ServingProgram.banchan(
            database: database, environment: scratch.environment.merging(["BANCHAN_WEBHOOK_URL": slack.url]) { $1 })
        #expect(try await server.place(ordered.order(), key: UUID())?.status == 201)
        _ = await slack.messages(1)
        try await wait {
            let listed = try await runWithoutTerminal(["orders", "--undelivered", "--database", database])
            expectNoSecret(in: listed.standardOutput)
            return listed.standardOutput.contains("redirects to new.example")
        }
        for place in [["--server", server.url.absoluteString], ["--database", database]] {
            let doctor = try await runWithoutTerminal(["doctor"] + place)
            #expect(doctor.standardOutput.contains("1 webhook message has not been delivered since"))
            #expect(doctor.status == 1)
        }
        slack.stop()
        let (_, output, complaints) = try await server.stop()
        expectNoSecret(in: output + complaints)
        #expect(complaints.split(separator: "\n").count { $0.contains("it redirects to new.example") } == 1)
    }

    @Test func aCrashDoesNotTellTheAddress() async throws {
        let slack = try FakeSlack()
        let scratch = try Scratch()
        let dish = Dish(detailHash: "H1", title: "갈비", price: Won(100))
        let menu = try TemporaryMenu(main: [dish])
        let database = scratch.url.appending(path: "shop.sqlite").path
        let variables = ["SWIFT_BACKTRACE": "enable=yes,interactive=no,color=no,symbolicate=off"]
        let server = try await ServingProgram(
            Built.helper, ["shop", menu.url.path, database, "trapped", slack.url],
            environment: scratch.environment.merging(variables) { $1 })
        _ = try await server.place(
            OrderRequest(who: "지훈", lines: [.one(dish)], deliveryFee: Won(0)), key: UUID())
        let (end, output, complaints) = try await server.program.ended()
        #expect(end.isSignal)
        #expect(complaints.contains("as the test wants it"))
        #expect(complaints.contains("Backtrace"))
        expectNoSecret(in: output + complaints)
        try expectNoSecret(below: scratch.url)
        slack.stop()
    }

    @Test(arguments: [
        "hunter2hunter2", "ftp://hooks.slack.com/hunter2", "https://hooks.slack.com/hunter2 T0SECRET",
        "https:///hunter2/B0SECRET",
    ])
    func aWrongAddressIsRefusedWithoutRepeatingIt(_ address: String) async throws {
        let scratch = try Scratch()
        let file = try scratch.secret(address)
        let named = try await runWithoutTerminal(["serve", "--port", "0", "--webhook-file", file])
        #expect(
            named.standardError
                == "banchan: What --webhook-file names is not the address of a webhook (http or https).\n")
        let set = try await runWithoutTerminal(["serve", "--port", "0"], environment: ["BANCHAN_WEBHOOK_URL": address])
        #expect(
            set.standardError
                == "banchan: What BANCHAN_WEBHOOK_URL names is not the address of a webhook (http or https).\n")
        for output in [named, set] {
            #expect(output.status == 1)
            expectNoSecret(in: output.standardOutput + output.standardError)
        }
    }

    @Test func anAddressGivenForAFilesNameIsNotRepeated() async throws {
        let address = "https://hooks.slack.com/services/\(FakeSlack.secret)"
        for option in ["--webhook-file", "--keeper-token-file"] {
            let output = try await runWithoutTerminal(["serve", "--port", "0", option, address])
            #expect(output.status == 1)
            #expect(output.standardError == "banchan: The file that \(option) names cannot be read.\n")
        }
    }

    @Test(arguments: ["", " \n", "two words", "토큰"]) func whatIsNoTokenIsRefused(_ token: String) async throws {
        let scratch = try Scratch()
        let file = try scratch.secret(token)
        let output = try await runWithoutTerminal(["serve", "--port", "0", "--keeper-token-file", file])
        #expect(output.status == 1)
        #expect(output.standardError.hasPrefix("banchan: What --keeper-token-file names is not a token"))
    }

    @Test func helpDoesNotKnowTheSecrets() async throws {
        let secrets = ["BANCHAN_WEBHOOK_URL": "https://x/hunter2", "BANCHAN_KEEPER_TOKEN": "hunter2"]
        for command in [["--help"], ["serve", "--help"], ["orders", "--help"], ["serve", "--nonsense"]] {
            let output = try await runWithoutTerminal(command, environment: secrets)
            expectNoSecret(in: output.standardOutput + output.standardError)
        }
    }

    private func expectNoSecret(in text: String) {
        for part in SecretTests.parts { #expect(!text.contains(part)) }
    }

    /// Searches every file below `directory`: logs, caches, the database and its other files.
    private func expectNoSecret(below directory: URL) throws {
        let files = try #require(FileManager.default.enumerator(at: directory, includingPropertiesForKeys: nil))
        var count = 0
        for case let file as URL in files {
            guard let content = try? Data(contentsOf: file) else { continue }
            count += 1
            for part in SecretTests.parts { #expect(content.range(of: Data(part.utf8)) == nil, "\(file.path)") }
        }
        #expect(count > 0)
    }
}
