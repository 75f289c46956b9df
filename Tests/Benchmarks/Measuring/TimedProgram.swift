import TerminalProbe

/// A program on a pseudo-terminal whose output is read with the time of its arrival.
///
/// While something is timed, output is only stored; the emulator processes it afterwards, so that its work never delays
/// the next read.
final class TimedProgram {
    /// The time of the last output, and the number of bytes.
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
        screen = TerminalEmulator(columns: plan.columns, rows: plan.lines)
        terminal = try PseudoTerminal(columns: plan.columns, rows: plan.lines)
        let environment = ProgramOnTerminal.plainEnvironment.merging(subject.environment) { $1 }
        startedAt = .now
        try terminal.spawn(subject.path, arguments: subject.arguments, environment: environment)
    }

    var processID: Int32? { terminal.processID }

    func bytes(for key: Key) -> [UInt8] { screen.bytes(for: key) }

    /// Writes all of `bytes`, reading meanwhile, since a program whose output is not read stops taking input.
    func type(_ bytes: [UInt8]) throws -> Output {
        var output = Output()
        var rest = bytes[...]
        let deadline = ContinuousClock.now + .milliseconds(plan.timeout)
        while !rest.isEmpty {
            rest = rest.dropFirst(try terminal.writeAvailable(rest))
            if rest.isEmpty { break }
            guard ContinuousClock.now < deadline else { throw MeasuringProblem("\(subject.name) takes no more keys") }
            _ = try keep(in: &output, milliseconds: 1)
        }
        return output
    }

    /// Reads until nothing has come for `quiet` milliseconds. Waits up to `timeout` milliseconds for the first output;
    /// the default is `quiet`.
    func drain(quiet: Int, timeout: Int? = nil, into output: inout Output) throws {
        let deadline = ContinuousClock.now + .milliseconds(plan.timeout)
        var wait = timeout ?? quiet
        while try keep(in: &output, milliseconds: wait) {
            wait = quiet
            guard ContinuousClock.now < deadline else {
                throw MeasuringProblem("\(subject.name) does not stop writing")
            }
        }
    }

    /// Reads until nothing has come for `quiet` milliseconds, then updates the screen.
    @discardableResult
    func settle(quiet: Int) throws -> Output {
        var output = Output()
        try drain(quiet: quiet, into: &output)
        try look()
        return output
    }

    /// Reads for the whole time, whatever comes, then updates the screen.
    func pause(milliseconds: Int) throws {
        let end = ContinuousClock.now + .milliseconds(milliseconds)
        var output = Output()
        while case let left = Int((end - .now).milliseconds), left > 0 { _ = try keep(in: &output, milliseconds: left) }
        try look()
    }

    /// Waits until `fact` holds and returns when the output that made it true arrived. The screen is checked after
    /// `quiet` milliseconds without output; on a large screen the check takes time, and output that arrives meanwhile
    /// is read late.
    func wait(
        for fact: ScreenFact, within milliseconds: Int, quiet: Int = TimedProgram.breath
    ) throws -> ContinuousClock.Instant {
        let deadline = ContinuousClock.now + .milliseconds(milliseconds)
        repeat {
            var output = Output()
            try drain(quiet: quiet, into: &output)
            if let time = try look(for: fact) { return time }
        } while ContinuousClock.now < deadline
        throw MeasuringProblem("\(subject.name) never showed \(fact)", screen: screen)
    }

    /// Presses `key` and returns the milliseconds until the output arrived that made `fact` true.
    func time(_ key: Key, until fact: ScreenFact) throws -> Double {
        let pressed = ContinuousClock.now
        _ = try type(bytes(for: key))
        return (try wait(for: fact, within: plan.timeout) - pressed).milliseconds
    }

    /// Feeds the stored output to the emulator and sends its replies to the program's queries. Returns when the output
    /// arrived after which `fact` held, or `nil` if it did not.
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

    /// Presses the key that ends the program and waits for its exit. Deallocation kills a program that does not exit.
    func quit() throws {
        _ = try type(bytes(for: subject.keys.quit))
        let deadline = ContinuousClock.now + .milliseconds(MeasuringPlan.keyTimeout)
        while ContinuousClock.now < deadline {
            if let bytes = try terminal.read(timeoutMilliseconds: TimedProgram.breath), bytes.isEmpty { break }
        }
        _ = terminal.exitStatus(waitingMilliseconds: MeasuringPlan.keyTimeout)
    }

    /// Stores one piece of output. Returns whether any came within `milliseconds`; throws if the program ended.
    private func keep(in output: inout Output, milliseconds: Int) throws -> Bool {
        guard let bytes = try terminal.read(timeoutMilliseconds: milliseconds) else { return false }
        let time = ContinuousClock.now
        guard !bytes.isEmpty else {
            try look()
            let status = terminal.exitStatus(waitingMilliseconds: 100)
            throw MeasuringProblem("\(subject.name) ended (\(status.map { "\($0)" } ?? "no status"))", screen: screen)
        }
        kept.append((time, bytes))
        output.last = time
        output.bytes += bytes.count
        return true
    }

    /// Milliseconds without output after which the stored output may be processed.
    static let breath = 2
}
