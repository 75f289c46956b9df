import Domain
import Testing

/// An address that contains a password or a token is refused wherever it is given, and never repeated in the output.
@Suite struct RefusedAddressTests {
    private static let addresses = [
        "http://user:hunter2@127.0.0.1:1", "http://127.0.0.1:1/?token=hunter2", "http://127.0.0.1:1/#hunter2",
        "ftp://user:hunter2@127.0.0.1", "http://user:hunter2@local host", "user:hunter2@127.0.0.1",
    ]

    @Test(arguments: addresses) func itIsRefusedEverywhereWithoutBeingPrinted(_ address: String) async throws {
        let ways: [(arguments: [String], environment: [String: String])] = [
            (["--server", address], [:]), (["menu", "--server", address], [:]),
            (["orders", "--server=\(address)"], [:]),
            ([], ["BANCHAN_SERVER": address]), (["menu"], ["BANCHAN_SERVER": address]),
            (["orders"], ["BANCHAN_SERVER": address]), (["--pokeapi", address], [:]),
            (["--server", "http://127.0.0.1:1"], ["BANCHAN_POKEAPI": address]),
        ]
        for (number, way) in ways.enumerated() {
            let language = number.isMultiple(of: 2) ? "C.UTF-8" : "ko_KR.UTF-8"
            let output = try await runWithoutTerminal(
                way.arguments, environment: way.environment.merging(["LANG": language]) { $1 })
            #expect(output.status == 64)
            #expect(output.standardError.hasPrefix("banchan: "))
            #expect(!(output.standardOutput + output.standardError).contains("hunter2"), "\(way)")
        }
    }

    @Test func theSentenceSaysWhichPartMustGo() async throws {
        let named = try await runWithoutTerminal(["menu", "--server", "http://user:hunter2@127.0.0.1:1"])
        #expect(named.standardError.contains("no name and no password"))
        #expect(named.standardError.contains("leave out what stands before the @"))
        let asked = try await runWithoutTerminal(["menu", "--server", "http://127.0.0.1:1/?token=hunter2"])
        #expect(asked.standardError.contains("ends before a ? or a #"))
        let korean = try await runWithoutTerminal(
            ["menu", "--server", "http://user:hunter2@127.0.0.1:1"], environment: ["LANG": "ko_KR.UTF-8"])
        #expect(korean.standardError.contains("@ 앞을 빼 주세요"))
    }

    @Test func aSlipOnTheCommandLineDoesNotRepeatTheAddress() async throws {
        // Before the address is looked at, so that one of each kind is enough.
        for address in RefusedAddressTests.addresses.prefix(2) {
            let slips = [
                [address], ["--sever", address], ["--sever=\(address)"], ["serve", "--port", address],
                ["serve", "--port=\(address)"], ["menu", "--json=\(address)"], ["menu", "tell", address],
                ["serve", "--keeper-token", "hunter2"], ["serve", "--keeper-token=hunter2"], ["orders", "hunter2"],
                ["--generate-completion-script", address],
            ]
            for slip in slips {
                let output = try await runWithoutTerminal(slip)
                #expect(output.status == 64)
                #expect(output.standardError.contains("Error: "))
                #expect(!(output.standardOutput + output.standardError).contains("hunter2"), "\(slip)")
            }
        }
        #expect(try await runWithoutTerminal(["menuu"]).standardError.contains("'menuu'"))
    }
}
