import Foundation
import NIOConcurrencyHelpers

/// A receipt printer on the network that understands the commands of ESC/POS that the shop uses. What it prints is cut
/// into tickets. It can run out of paper, stall, and close its connections after any byte.
public final class FakePrinter: Sendable {
    /// A ticket, as it lies below the cutter.
    public struct Ticket: Hashable, Sendable {
        /// The bytes of text of each line, without commands.
        public var lines: [[UInt8]] = []
        /// The indexes of the lines in double size.
        public var doubled: Set<Int> = []
        /// The charset that was selected: "cp949", "utf-8", or `nil` if none was.
        public var charset: String?
    }

    public struct Behavior: Sendable {
        /// Whether it answers `DLE EOT`.
        public var answers = true
        /// The number of lines after which it has no paper.
        public var paper = Int.max
        public var isOpen = false
        /// Whether it reads nothing at all.
        public var isStalled = false
        /// Whether it sends without end.
        public var isFlooding = false
        /// The number of bytes of text and commands, of all connections together, after which it closes the connection,
        /// once.
        public var closesAfter: Int?

        public init() {}
    }

    fileprivate struct State {
        var behavior = Behavior()
        var tickets: [Ticket] = []
        var unfinished = Ticket()
        var line: [UInt8] = []
        var isDoubled = false
        /// The bytes of a command that is not complete.
        var command: [UInt8] = []
        var received = 0
        var unknown: [[UInt8]] = []
        var onByte: (@Sendable (Int) -> Void)?
        /// The number of times that it was turned off: what was sent before does not count.
        var turnedOff = 0
    }

    private let server: LoopbackServer
    private let state: NIOLockedValueBox<State>

    public init(port: UInt16 = 0, _ behavior: Behavior = Behavior()) throws {
        let state = NIOLockedValueBox(State(behavior: behavior))
        self.state = state
        server = try LoopbackServer(port: port) { FakePrinter.serve($0, state) }
    }

    public var port: UInt16 { server.port }
    public var address: String { "127.0.0.1:\(server.port)" }

    /// The tickets that were cut.
    public var tickets: [Ticket] { state.withLockedValue(\.tickets) }
    /// What was printed since the last cut.
    public var unfinished: Ticket { state.withLockedValue(\.unfinished) }
    /// The number of bytes received, without questions about the status.
    public var received: Int { state.withLockedValue(\.received) }
    /// Commands that it does not understand.
    public var unknown: [[UInt8]] { state.withLockedValue(\.unknown) }

    public func set(_ change: @Sendable (inout Behavior) -> Void) { state.withLockedValue { change(&$0.behavior) } }

    /// Calls `action` with the number of each byte, counting from 1, before the byte has any effect.
    public func onByte(_ action: (@Sendable (Int) -> Void)?) { state.withLockedValue { $0.onByte = action } }

    /// Prints bytes that came another way.
    public func take(_ bytes: [UInt8]) { state.withLockedValue { state in for byte in bytes { state.take(byte) } } }

    /// Loses what was not cut, as a printer that was turned off.
    public func turnOff() {
        server.disconnect()
        state.withLockedValue { state in
            (state.unfinished, state.line, state.command, state.isDoubled) = (Ticket(), [], [], false)
            state.turnedOff += 1
        }
    }

    public func stop() { server.stop() }

    private static func serve(_ peer: Peer, _ state: NIOLockedValueBox<State>) {
        var question: [UInt8] = []
        let turnedOff = state.withLockedValue { state in
            state.command = []
            return state.turnedOff
        }
        while true {
            while state.withLockedValue(\.behavior.isStalled) { usleep(1_000) }
            while state.withLockedValue(\.behavior.isFlooding) {
                guard peer.send([UInt8](repeating: 0, count: 4_096)) else { return }
            }
            guard let byte = peer.readByte() else { return }
            // Questions are answered at once, and are no part of what is printed.
            if byte == 0x10 && question.isEmpty || !question.isEmpty {
                question.append(byte)
                guard question.count == 3 else { continue }
                if let answer = state.withLockedValue({ $0.answer(to: question) }) { peer.send([answer]) }
                question = []
                continue
            }
            let (number, action, closes) = state.withLockedValue { state in
                state.received += 1
                let closes = state.behavior.closesAfter.map { state.received >= $0 } ?? false
                if closes { state.behavior.closesAfter = nil }
                return (state.received, state.onByte, closes)
            }
            action?(number)
            let isOn = state.withLockedValue { state in
                guard !closes, state.turnedOff == turnedOff else { return false }
                state.take(byte)
                return true
            }
            guard isOn else { return }
        }
    }
}

extension FakePrinter.State {
    func answer(to question: [UInt8]) -> UInt8? {
        guard behavior.answers, question[1] == 4 else { return nil }
        let isEmpty = behavior.paper <= 0
        switch question[2] {
        case 1: return 0x12 | (isEmpty || behavior.isOpen ? 0x08 : 0)
        case 4: return 0x12 | (isEmpty ? 0x60 : 0)
        default: return nil
        }
    }

    mutating func take(_ byte: UInt8) {
        if !command.isEmpty || [0x1B, 0x1C, 0x1D].contains(byte) {
            command.append(byte)
            if perform() { command = [] }
        } else if byte == 0x0A {
            guard behavior.paper > 0 else { return }
            behavior.paper -= 1
            if isDoubled { unfinished.doubled.insert(unfinished.lines.count) }
            unfinished.lines.append(line)
            line = []
        } else {
            line.append(byte)
        }
    }

    /// Performs the command if it is complete.
    private mutating func perform() -> Bool {
        switch (command.first, command.dropFirst().first, command.count) {
        case (0x1B, 0x40, 2): (unfinished, line, isDoubled) = (FakePrinter.Ticket(), [], false)
        case (0x1C, 0x26, 2): unfinished.charset = "cp949"
        case (0x1C, 0x28, 7): unfinished.charset = command == [0x1C, 0x28, 0x43, 2, 0, 0x30, 2] ? "utf-8" : "?"
        case (0x1D, 0x21, 3): isDoubled = command[2] == 0x11
        case (0x1D, 0x56, 4):
            if behavior.paper > 0 { tickets.append(unfinished) }
            unfinished = FakePrinter.Ticket()
        case (_, nil, _), (0x1C, 0x28, _), (0x1D, 0x21, _), (0x1D, 0x56, _): return false
        default: unknown.append(command)
        }
        return true
    }
}
