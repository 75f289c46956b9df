import PseudoTerminal
import TerminalEmulator
import TerminalProbe

/// A program on a pseudo-terminal whose output is read with the time at which it came.
///
/// While something is timed, output is only kept; the emulator takes it in afterwards, so that its work never delays
/// the next reading.
final class TimedProgram {
    /// When some output came, and how much.
    struct Output {
        var last: ContinuousClock.Instant?
        var bytes = 0
    }

    let screen: TerminalEmulator
    let startedAt: ContinuousClock.Instant
    private let terminal: PseudoTerminal
    private let plan: MeasuringPlan
    private let subject: Subject
    private var kept: [(time: ContinuousClock.Instant, bytes: [UInt8])] = []

    init(_ subject: Subject, plan: MeasuringPlan) throws {
        self.subject = subject
        self.plan = plan
        screen = TerminalEmulator(columns: plan.columns, rows: plan.rows)
        terminal = try PseudoTerminal(columns: plan.columns, rows: plan.rows)
        let environment = ProgramOnTerminal.plainEnvironment.merging(subject.environment) { $1 }
        startedAt = .now
        try terminal.spawn(subject.path, arguments: subject.arguments, environment: environment)
    }

    var processID: Int32? { terminal.processID }

    func bytes(for key: Key) -> [UInt8] { screen.bytes(for: key) }

    /// Writes all of `bytes`, reading meanwhile, since a program that waits to be read takes no input.
    func type(_ bytes: [UInt8]) throws -> Output {
        var output = Output()
        var rest = bytes[...]
        let deadline = ContinuousClock.now + .milliseconds(plan.timeout)
        while !rest.isEmpty {
            rest = rest.dropFirst(try terminal.writeAvailable(rest))
            if rest.isEmpty { break }
            guard ContinuousClock.now < deadline else { throw MeasuringError.stuck(subject.name) }
            _ = try keep(in: &output, milliseconds: 1)
        }
        return output
    }

    /// Reads until nothing came for `quiet` milliseconds, waiting for the first output as long as `timeout` says.
    func drain(quiet: Int, timeout: Int? = nil, into output: inout Output) throws {
        let deadline = ContinuousClock.now + .milliseconds(plan.timeout)
        var wait = timeout ?? quiet
        while try keep(in: &output, milliseconds: wait) {
            wait = quiet
            guard ContinuousClock.now < deadline else { throw MeasuringError.restless(subject.name) }
        }
    }

    /// Reads until nothing came for `quiet` milliseconds, then looks at the screen.
    @discardableResult
    func settle(quiet: Int) throws -> Output {
        var output = Output()
        try drain(quiet: quiet, into: &output)
        try look()
        return output
    }

    /// Reads for so long, whatever comes, then looks at the screen.
    func pause(milliseconds: Int) throws {
        let end = ContinuousClock.now + .milliseconds(milliseconds)
        var output = Output()
        while case let left = Int((end - .now).milliseconds), left > 0 { _ = try keep(in: &output, milliseconds: left) }
        try look()
    }

    /// Waits until `fact` holds and answers when the output came that made it true. The screen is looked at after `quiet`
    /// milliseconds without output; on a large one that takes its time, and what comes meanwhile is read late.
    func wait(
        for fact: ScreenFact, within milliseconds: Int, quiet: Int = TimedProgram.breath
    ) throws -> ContinuousClock.Instant {
        let deadline = ContinuousClock.now + .milliseconds(milliseconds)
        repeat {
            var output = Output()
            try drain(quiet: quiet, into: &output)
            if let time = try look(for: fact) { return time }
        } while ContinuousClock.now < deadline
        throw MeasuringError.notSeen(subject.name, fact, screen: screen.text)
    }

    /// Takes the output that was kept into the emulator and answers the program's questions. The answer is when the
    /// output came after which `fact` held.
    @discardableResult
    func look(for fact: ScreenFact? = nil) throws -> ContinuousClock.Instant? {
        var found: ContinuousClock.Instant?
        for (time, bytes) in kept {
            screen.feed(bytes)
            if found == nil, let fact, fact.holds(on: screen) { found = time }
        }
        kept = []
        let replies = screen.takeReplies()
        if !replies.isEmpty { try terminal.write(replies) }
        return found
    }

    /// Presses the key that ends the program and waits for it; a program that stays is killed when this goes.
    func quit() throws {
        _ = try type(bytes(for: subject.keys.quit))
        let deadline = ContinuousClock.now + .milliseconds(plan.keyTimeout)
        while ContinuousClock.now < deadline {
            if let bytes = try terminal.read(timeoutMilliseconds: TimedProgram.breath), bytes.isEmpty { break }
        }
        _ = terminal.exitStatus(waitingMilliseconds: plan.keyTimeout)
    }

    /// Keeps one piece of output; whether there was any in that time.
    private func keep(in output: inout Output, milliseconds: Int) throws -> Bool {
        guard let bytes = try terminal.read(timeoutMilliseconds: milliseconds) else { return false }
        let time = ContinuousClock.now
        guard !bytes.isEmpty else {
            try look()
            throw MeasuringError.ended(subject.name, terminal.exitStatus(waitingMilliseconds: 100), screen: screen.text)
        }
        kept.append((time, bytes))
        output.last = time
        output.bytes += bytes.count
        return true
    }

    /// Milliseconds without output after which there is time to look at the screen.
    static let breath = 2
}
