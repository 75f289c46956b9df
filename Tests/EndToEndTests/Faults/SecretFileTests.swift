import Foundation
import Testing

/// A secret is read from a file that only its owner can access, or from a pipe.
@Suite struct SecretFileTests {
    @Test(arguments: [0o644, 0o640, 0o604, 0o620, 0o602, 0o610])
    func aFileThatOthersMayUseIsRefusedWithWhatMendsIt(_ mode: Int) async throws {
        let scratch = try Scratch()
        let file = try scratch.secret("http://127.0.0.1:1/hunter2", mode: mode)
        let ways = [
            ["serve", "--port", "0", "--keeper-token-file", file], ["serve", "--port", "0", "--webhook-file", file],
            ["--keeper-token-file", file], ["--server", "http://127.0.0.1:1", "--keeper-token-file", file],
            ["orders", "--server", "http://127.0.0.1:1", "--keeper-token-file", file],
            ["serve", "--port", "0", "--guest-token-file", file],
            ["guest", "--sessions", scratch.path("guests"), "--address-token-file", file],
        ]
        // One function opens the files of all commands: each mode is tried with two of them.
        let number = mode % ways.count
        for way in mode == 0o644 ? ways : [ways[number], ways[(number + 3) % ways.count]] {
            let output = try await runWithoutTerminal(way)
            #expect(output.status == 1)
            #expect(output.standardError.hasSuffix(": chmod 600 \(file)\n"))
            #expect(!output.standardError.contains("hunter2"))
        }
        guard mode == 0o644 else { return }
        let korean = try await runWithoutTerminal(ways[0], environment: ["LANG": "ko_KR.UTF-8"])
        #expect(korean.standardError.hasSuffix(": chmod 600 \(file)\n"))
    }

    /// systemd hands a service's credentials over as files of root with an access control list, whose mask is shown as
    /// the group's bits.
    @Test(
        .enabled(if: geteuid() == 0, "only root can make a credential"),
        arguments: [(0o440, true), (0o640, true), (0o460, false), (0o444, false)])
    func aCredentialOfTheServiceMayHaveAMask(_ mode: Int, _ isTaken: Bool) async throws {
        let scratch = try Scratch()
        let file = try scratch.secret("hunter2", mode: mode)
        let command = ["serve", "--port", "70000", "--guest-token-file", file]
        let place = try await runWithoutTerminal(command, environment: ["CREDENTIALS_DIRECTORY": scratch.url.path])
        #expect(place.standardError.contains("70000") == isTaken, "\(place.standardError)")
        let elsewhere = try await runWithoutTerminal(
            command, environment: ["CREDENTIALS_DIRECTORY": "/run/credentials"])
        #expect(elsewhere.standardError.hasSuffix(": chmod 600 \(file)\n"))
    }

    @Test func theCommandThatMendsItCanBePasted() async throws {
        let scratch = try Scratch()
        let file = scratch.url.appending(path: "the keeper's $(token)").path
        try Data("hunter2".utf8).write(to: URL(filePath: file))
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
        let asked = ["orders", "--server", "http://127.0.0.1:1", "--keeper-token-file", file]
        let refused = try await runWithoutTerminal(asked)
        let command = try #require(refused.standardError.split(separator: ": ").last)
        let shell = try RunningProgram("/bin/sh", ["-c", String(command)], environment: [:])
        #expect(try await shell.ended().end == .fine)
        #expect(try await runWithoutTerminal(asked).standardError.contains("cannot be reached"))
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give a file away"))
    func aFileOfAnotherUserIsRefused() async throws {
        let scratch = try Scratch()
        let file = try scratch.secret("hunter2")
        #expect(chown(file, 12_345, 12_345) == 0)
        let output = try await runWithoutTerminal(["serve", "--port", "0", "--keeper-token-file", file])
        #expect(output.status == 1)
        #expect(output.standardError.contains("belongs to another user"))
        #expect(output.standardError.hasSuffix(" \(file)\n"))
    }

    @Test(arguments: ["/dev/null/token", "/dev/zero", "/", "."])
    func whatIsNoFileIsRefused(_ path: String) async throws {
        let output = try await runWithoutTerminal(["serve", "--port", "0", "--keeper-token-file", path])
        #expect(output.status == 1)
        #expect(output.standardError == "banchan: The file that --keeper-token-file names cannot be read.\n")
    }

    @Test func moreThanATokenIsNotRead() async throws {
        let scratch = try Scratch()
        let file = try scratch.secret(String(repeating: "a", count: 8_193))
        let output = try await runWithoutTerminal(["serve", "--port", "0", "--keeper-token-file", file])
        #expect(output.standardError == "banchan: The file that --keeper-token-file names cannot be read.\n")
    }

    @Test func aPrivateFileALinkToItAndAPipeWillDo() async throws {
        let scratch = try Scratch()
        let file = try scratch.secret("hunter2\n", mode: 0o400)
        let link = scratch.url.appending(path: "link").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
        for source in [file, link, "<(cat \(file))"] {
            let script = "exec \(Built.banchan) serve --port 0 --keeper-token-file \(source)"
            let server = try await ServingProgram("/bin/bash", ["-c", script], environment: scratch.environment)
            let orders = ["orders", "--server", server.url.absoluteString]
            #expect(try await runWithoutTerminal(orders + ["--keeper-token-file", file]).status == 0, "\(source)")
            #expect(try await server.stop().end == .fine)
        }
    }
}
