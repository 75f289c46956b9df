import Foundation
import Glibc
import TerminalProbe
import TestPeers
import Testing

/// An sshd on loopback that runs `banchan guest` for its guests, with the configuration from the repository.
///
/// Only what depends on the machine differs: port, keys, user, and the paths of the program and its files.
final class SSHServer: Sendable {
    /// The key pair of a guest.
    enum Key: String, CaseIterable {
        /// A key whose line in the authorized keys file names the guest 지훈.
        case named
        /// A key whose line has no name.
        case nameless
        /// A key that has no line.
        case stranger
    }

    let scratch: Scratch
    private let program: RunningProgram
    private let port: Int

    /// Serves guests of the shop at `server`. A connection that is not used for `unusedSeconds` is closed: on a busy
    /// machine, a client may take more than one between being let in and asking for something.
    init(shop server: String, _ options: [String] = [], unusedSeconds: Int = 30) async throws {
        let scratch = try Scratch()
        let port = try FreePort.find()
        try await SSHServer.makeKeys(in: scratch)
        let command = [
            "exec", Built.banchan, "guest", "--server", server, "--sessions",
            scratch.url.appending(path: "guests").path,
        ]
        let own = [
            "ListenAddress 127.0.0.1", "Port \(port)", "HostKey \(scratch.path("host"))", "AllowUsers \(NSUserName())",
            "AuthorizedKeysFile \(scratch.path("keys"))", "StrictModes no",
            "PermitRootLogin prohibit-password", "UnusedConnectionTimeout \(unusedSeconds)",
            "ForceCommand " + (command + options).joined(separator: " "),
        ]
        let file = scratch.path("sshd_config")
        try Data((own + SSHServer.shown(without: own)).joined(separator: "\n").utf8).write(to: URL(filePath: file))
        // Run as root, sshd needs this empty directory, which otherwise the package's service creates.
        if getuid() == 0 { mkdir("/run/sshd", 0o755) }
        // sshd closes all inherited descriptors, including the one by which Foundation tells that it is running; a
        // shell keeps it open.
        program = try RunningProgram(
            "/bin/sh", ["-c", "setpriv --pdeathsig TERM /usr/sbin/sshd -D -e -f \"$0\" & wait", file], environment: [:])
        #expect(try await program.complaint(0).contains("listening on 127.0.0.1"))
        self.scratch = scratch
        self.port = port
    }

    /// Returns the lines of the repository's configuration whose keywords are not in `own`.
    private static func shown(without own: [String]) throws -> [String] {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(components: "..", "..", "..", "Resources", "ssh", "sshd_config")
        let names = Set(own.compactMap { $0.split(separator: " ").first })
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
            .filter { !names.contains($0.prefix { $0 != " " }) }
    }

    private static func makeKeys(in scratch: Scratch) async throws {
        var lines: [String] = []
        for name in ["host"] + Key.allCases.map(\.rawValue) {
            let end = try await RunningProgram(
                "/usr/bin/ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", scratch.path(name)], environment: [:]
            ).ended()
            #expect(end.end == .fine)
        }
        for (key, options) in [(Key.named, #"environment="BANCHAN_GUEST=지훈" "#), (.nameless, "")] {
            lines.append(options + (try String(contentsOfFile: scratch.path(key.rawValue) + ".pub", encoding: .utf8)))
        }
        try Data(lines.joined().utf8).write(to: URL(filePath: scratch.path("keys")))
    }

    /// The arguments of `ssh`, with `options` before the host.
    private func arguments(_ key: Key, _ options: [String]) -> [String] {
        let settings = [
            "UserKnownHostsFile=/dev/null", "StrictHostKeyChecking=no", "IdentitiesOnly=yes", "LogLevel=ERROR",
            "BatchMode=yes", "EscapeChar=none", "SendEnv=*",
        ]
        return ["-F", "none", "-i", scratch.path(key.rawValue), "-o", "Port=\(port)"]
            + settings.flatMap { ["-o", $0] } + options
    }

    private var host: String { "\(NSUserName())@127.0.0.1" }

    /// Returns the files with that name below the directory of the guests' sessions.
    func files(named name: String) throws -> [URL] {
        let all = FileManager.default.enumerator(at: scratch.url, includingPropertiesForKeys: nil)
        return (all?.allObjects ?? []).compactMap { $0 as? URL }.filter { $0.lastPathComponent == name }
    }

    /// Connects a guest on a terminal.
    func guest(_ key: Key, _ options: [String] = [], environment: [String: String] = [:]) throws -> ProgramOnTerminal {
        try ProgramOnTerminal(
            "/usr/bin/ssh", arguments: arguments(key, options) + [host],
            environment: ["LANG": "ko_KR.UTF-8", "HOME": scratch.url.path].merging(environment) { $1 })
    }

    /// Returns the effective configuration as sshd reports it, by lines.
    func configuration() async throws -> Set<String> {
        let end = try await RunningProgram(
            "/usr/sbin/sshd",
            ["-T", "-f", scratch.path("sshd_config"), "-C", "user=\(NSUserName()),host=x,addr=192.0.2.7"],
            environment: [:]
        ).ended()
        #expect(end.end == .fine)
        return Set(end.output.split(separator: "\n").map(String.init))
    }

    /// Runs `command` over ssh without a terminal and returns the result. Another `program`, such as scp, gets the
    /// command as arguments after those of the connection.
    func run(
        _ command: [String], _ key: Key = .named, _ options: [String] = [], by program: String = "ssh",
        environment: [String: String] = [:]
    ) async throws -> Output {
        let destination = program == "ssh" ? [host] : []
        let words = ["/usr/bin/\(program)"] + arguments(key, options) + destination + command
        let running = try RunningProgram(
            "/bin/sh", ["-c", "\"$0\" \"$@\"; exit $?"] + words,
            environment: ["LANG": "ko_KR.UTF-8"].merging(environment) { $1 })
        let (end, output, complaints) = try await running.ended()
        return Output(status: end.status, standardOutput: output, standardError: complaints)
    }

    /// The directories of guests who are recognised when they return.
    var knownGuests: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: scratch.path("guests/known"))) ?? []
    }

    /// The directories of connected guests, which are removed when they leave.
    var visits: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: scratch.path("guests/places"))) ?? []
        return names.filter { !$0.hasSuffix(".lock") }
    }

    /// Stops the server, and returns once the last guest has left.
    func stop() async throws {
        program.signal(SIGKILL)
        _ = try await program.ended()
    }
}

extension Scratch {
    func path(_ name: String) -> String { url.appending(path: name).path }
}
