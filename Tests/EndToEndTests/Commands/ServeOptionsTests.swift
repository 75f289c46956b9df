import Domain
import Foundation
import TestSupport
import Testing

/// The options of `banchan serve` about its clients, tested through the program.
@Suite struct ServeOptionsTests {
    private static let health = "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"

    @Test func aLimitIsThatOfTheCommandLine() async throws {
        try await serving(["--limit", "connections=2", "--limit", "streams=none"]) { server in
            let open = try (0..<2).map { _ in try RawConnection(to: server.url) }
            for connection in open {
                try await connection.send(ServeOptionsTests.health)
                _ = try await connection.receive(atLeast: 1)
            }
            let refused = RawAnswer(try await RawConnection(to: server.url).receive())
            #expect(refused.statusLine.hasPrefix("HTTP/1.1 429"))
            #expect(refused["Retry-After"] == "5")
            withExtendedLifetime(open) {}
        }
    }

    @Test func aTrustedProxySaysWhoAsks() async throws {
        try await serving(["--trusted-proxy", "127.0.0.0/8", "--limit", "changes=1"]) { server in
            let (first, second) = ("for=198.51.100.1", "for=198.51.100.2")
            var statuses: [Substring] = []
            for sender in [first, first, second] { statuses.append(try await change(at: server.url, sender)) }
            #expect(statuses == ["400", "429", "400"])
        }
    }

    @Test func whoIsNoTrustedProxySaysOnlyWhoTheyAre() async throws {
        try await serving(["--trusted-proxy", "10.0.0.1", "--limit", "changes=1"]) { server in
            var statuses: [Substring] = []
            for number in 1...2 { statuses.append(try await change(at: server.url, "for=198.51.100.\(number)")) }
            #expect(statuses == ["400", "429"])
        }
    }

    @Test func aProgramOnThisMachineThatShowsTheTokenSaysWhoAsks() async throws {
        let scratch = try Scratch()
        let file = try scratch.secret("right\n")
        try await serving(["--guest-token-file", file, "--limit", "changes=1"]) { server in
            let (first, second) = ("for=198.51.100.1", "for=198.51.100.2")
            let token = "\r\nBanchan-Guest-Token: "
            var statuses: [Substring] = []
            for sender in [first + token + "right", first + token + "right", second + token + "right"] {
                statuses.append(try await change(at: server.url, sender))
            }
            #expect(statuses == ["400", "429", "400"])
            statuses = []
            for sender in [first + token + "wrong", second, second + token] {
                statuses.append(try await change(at: server.url, sender))
            }
            #expect(statuses == ["400", "429", "429"])
        }
        withExtendedLifetime(scratch) {}
    }

    @Test func withACertificateItIsServedEncrypted() async throws {
        let files = try CertificateFiles()
        try await serving(["--tls-certificate", files.certificate, "--tls-key", files.key]) { server in
            #expect(server.url.scheme == "https")
            let address = "https://localhost:\(server.url.port ?? 0)/health"
            let output = try await shell("curl -sS --noproxy '*' --cacert \(files.certificate) \(address)")
            #expect(output.standardOutput.contains(#""status":"ok""#), "\(output.standardError)")
        }
        withExtendedLifetime(files) {}
    }

    @Test(arguments: [
        ("C.UTF-8", "Whoever reaches 0.0.0.0 sees the menu", "not encrypted, the keeper's token included"),
        ("ko_KR.UTF-8", "0.0.0.0에 닿는 사람은 누구나", "암호화되지 않습니다"),
    ])
    func beyondLoopbackItSaysWhatItIsExposedTo(_ language: String, _ reach: String, _ wire: String) async throws {
        try await serving(["--host", "0.0.0.0"], language: language) { server in
            let told = try await server.program.complaint(0)
            #expect(told.hasPrefix("banchan: "))
            #expect(told.contains(reach), "\(told)")
            #expect(told.contains(wire), "\(told)")
        }
    }

    @Test func onLoopbackNothingIsTold() async throws {
        let scratch = try Scratch()
        let server = try await started([], in: scratch)
        #expect(try await server.stop().complaints == "")
        withExtendedLifetime(scratch) {}
    }

    @Test(arguments: [
        (["--host", "127.0.0.1"], "shop.example", "421"), (["--host", "127.0.0.1"], "localhost:1", "200"),
        (["--name", "shop.example"], "shop.example", "200"), (["--host", "0.0.0.0"], "shop.example", "200"),
        (["--host", "0.0.0.0", "--name", "shop.example"], "other.example", "421"),
    ])
    func itAnswersToItsNames(_ options: [String], _ name: String, _ status: String) async throws {
        try await serving(options) { server in
            let request = "GET /health HTTP/1.1\r\nHost: \(name)\r\nConnection: close\r\n\r\n"
            let answer = try await RawConnection.exchange(with: server.onLoopback, request)
            #expect(answer.statusLine.hasPrefix("HTTP/1.1 \(status)"))
        }
    }

    @Test(arguments: [
        (["--limit", "speed=3"], "Not a limit: speed=3."), (["--limit", "streams"], "Not a limit: streams."),
        (["--limit", "streams=0"], "Not a limit: streams=0."), (["--limit", "streams=-1"], "Not a limit: streams=-1."),
        (["--limit", "streams=99999999999999999999"], "Not a limit: streams=9"),
        (["--trusted-proxy", "shop.example"], "Neither an address nor many"),
        (["--trusted-proxy", "10.0.0.0/33"], "Neither an address nor many"),
        (["--port", "70000"], "70000"),
    ])
    func aWrongValueIsOneSentence(_ options: [String], _ sentence: String) async throws {
        let output = try await runWithoutTerminal(["serve", "--port", "0"] + options)
        #expect(output.status == 64)
        #expect(output.standardOutput == "")
        #expect(output.standardError.hasPrefix("banchan: "))
        #expect(output.standardError.contains(sentence))
        #expect(output.standardError.split(separator: "\n").count == 1, "\(output.standardError)")
    }

    @Test func theCertificateAndItsKeyGoTogether() async throws {
        for option in ["--tls-certificate", "--tls-key"] {
            let output = try await runWithoutTerminal(["serve", option, "/none"])
            #expect(output.status == 64)
            #expect(output.standardError.contains("--tls-certificate and --tls-key go together."))
        }
    }

    @Test func filesThatAreNoneAreOneSentence() async throws {
        let files = try CertificateFiles()
        let pairs = [("/none", files.key, "/none"), (files.certificate, "/nowhere", "/nowhere")]
        for (certificate, key, wrong) in pairs {
            let options = ["--tls-certificate", certificate, "--tls-key", key]
            let output = try await runWithoutTerminal(["serve", "--port", "0"] + options)
            #expect(output.status == 1)
            #expect(output.standardError.contains(wrong))
            #expect(output.standardError.split(separator: "\n").count == 1, "\(output.standardError)")
        }
        withExtendedLifetime(files) {}
    }

    @Test func outOfDescriptorsAPictureIsNotSaidToBeMissing() async throws {
        let scratch = try Scratch()
        let picture = try #require(try TemporaryMenu.own(.main).first?.image)
        // On one processor the server has one thread, so connections and pictures take descriptors in turn.
        let serve = "taskset -c 0 \(Built.banchan) serve --port 0 --database \(scratch.url.path)/shop.sqlite"
        let command = "ulimit -n 64 && exec \(serve)"
        let environment = ["LANG": "C.UTF-8"].merging(scratch.environment) { $1 }
        let server = try await ServingProgram("/bin/bash", ["-c", command], environment: environment)
        let request = "GET \(picture) HTTP/1.1\r\nHost: localhost\r\n\r\n"
        let guest = try RawConnection(to: server.url)
        var (others, status) = ([RawConnection](), try await guest.status(of: request))
        #expect(status == "200")
        // After it failed to accept a connection, the server waits a second before it takes the remaining descriptors.
        while status == "200" {
            if others.count < 100 { others.append(try RawConnection(to: server.url)) }
            status = try await guest.status(of: request)
        }
        #expect(status == "503")
        others = []
        // The server closes them as soon as it gets to it.
        while status == "503" { status = try await guest.status(of: request) }
        #expect(status == "200")
        #expect(try await server.stop().end == .fine)
        withExtendedLifetime(scratch) {}
    }

    /// Sends an empty order with that `Forwarded` field, and returns the status of the answer.
    private func change(at server: URL, _ forwarded: String) async throws -> Substring {
        let request = """
            POST /orders HTTP/1.1\r\nHost: localhost\r\nForwarded: \(forwarded)\r\nConnection: close\r\n\
            Content-Length: 0\r\n\r\n
            """
        return try await RawConnection.exchange(with: server, request).statusLine.dropFirst("HTTP/1.1 ".count).prefix(3)
    }

    private func started(
        _ options: [String], language: String = "C.UTF-8", in scratch: Scratch
    ) async throws -> ServingProgram {
        try await .banchan(
            database: scratch.url.appending(path: "shop.sqlite").path, options,
            environment: scratch.environment.merging(["LANG": language]) { $1 })
    }

    private func serving(
        _ options: [String], language: String = "C.UTF-8", _ body: (ServingProgram) async throws -> Void
    ) async throws {
        let scratch = try Scratch()
        let server = try await started(options, language: language, in: scratch)
        try await body(server)
        #expect(try await server.stop().end == .fine)
        withExtendedLifetime(scratch) {}
    }
}

extension ServingProgram {
    /// The server's URL on the loopback address.
    fileprivate var onLoopback: URL { URL(string: "http://127.0.0.1:\(url.port ?? 0)") ?? url }
}

extension RawConnection {
    /// Sends a request and returns its status. The answer must have a `Content-Length`, and is read completely.
    fileprivate func status(of request: String) async throws -> String {
        try await send(request)
        var bytes: [UInt8] = []
        while true {
            bytes += try await receive(atLeast: 1)
            let answer = RawAnswer(bytes)
            guard let length = answer["Content-Length"].flatMap({ Int($0) }) else { continue }
            if answer.body.count >= length { return String(answer.statusLine.dropFirst("HTTP/1.1 ".count).prefix(3)) }
        }
    }
}
