import Foundation
import Terminal

/// Asks tmux, in which the program runs, for the terminal behind it.
struct TmuxClient: Sendable {
    private let environment: [String: String]
    private let pane: String

    /// `nil` where the program does not run in tmux.
    init?(environment: [String: String]) {
        guard environment["TMUX"]?.isEmpty == false, let pane = environment["TMUX_PANE"] else { return nil }
        self.environment = environment
        self.pane = pane
    }

    /// What is asked for: the name that the terminal told tmux, what tmux knows it to be able to, and whether tmux hands on
    /// what is marked for it.
    private static let format = "#{client_termtype}\t#{client_termfeatures}\t#{allow-passthrough}"

    /// Blocks while tmux is asked. `nil` where it cannot be, or is too old to tell.
    @Sendable func outerTerminal() async -> OuterTerminal? {
        let output = Pipe()
        let tmux = Process()
        tmux.executableURL = URL(filePath: "/usr/bin/env")
        tmux.arguments = ["tmux", "display-message", "-p", "-t", pane, TmuxClient.format]
        tmux.environment = environment
        tmux.standardOutput = output
        tmux.standardError = FileHandle.nullDevice
        tmux.standardInput = FileHandle.nullDevice
        guard (try? tmux.run()) != nil else { return nil }
        let answer = try? output.fileHandleForReading.readToEnd()
        tmux.waitUntilExit()
        return answer.flatMap { TmuxClient.outerTerminal(in: String(decoding: $0, as: UTF8.self)) }
    }

    /// What tmux's answer says.
    static func outerTerminal(in answer: String) -> OuterTerminal? {
        let fields = answer.split(separator: "\n").first?.split(separator: "\t", omittingEmptySubsequences: false) ?? []
        guard fields.count == 3 else { return nil }
        return OuterTerminal(
            name: String(fields[0]), isReached: ["on", "all", "1"].contains(fields[2]),
            keepsColors: fields[1].split(separator: ",").contains("RGB"))
    }
}
