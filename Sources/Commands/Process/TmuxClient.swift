import Foundation
import Terminal

/// Asks tmux about the terminal behind it, if the program runs in tmux.
struct TmuxClient: Sendable {
    private let environment: [String: String]
    private let pane: String

    /// Returns `nil` if the program does not run in tmux.
    init?(environment: [String: String]) {
        guard environment["TMUX"]?.isEmpty == false, let pane = environment["TMUX_PANE"] else { return nil }
        self.environment = environment
        self.pane = pane
    }

    /// The requested fields: the name that the terminal reported to tmux, the features that tmux knows it has, and
    /// whether tmux passes through sequences that are marked for it.
    private static let format = "#{client_termtype}\t#{client_termfeatures}\t#{allow-passthrough}"

    /// Returns the terminal behind tmux, or `nil` if tmux cannot be asked or is too old to tell. Blocks meanwhile.
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

    /// Parses tmux's answer. Returns `nil` if fields are missing.
    static func outerTerminal(in answer: String) -> OuterTerminal? {
        let fields = answer.split(separator: "\n").first?.split(separator: "\t", omittingEmptySubsequences: false) ?? []
        guard fields.count == 3 else { return nil }
        return OuterTerminal(
            name: String(fields[0]), isReached: ["on", "all", "1"].contains(fields[2]),
            keepsColors: fields[1].split(separator: ",").contains("RGB"))
    }
}
