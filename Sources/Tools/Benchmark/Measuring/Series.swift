import Foundation
import TerminalEmulator

/// Measures one program, from its start to its end.
struct Series {
    let subject: Subject
    let plan: MeasuringPlan

    /// Starts the program `count` times and returns the times until its first screen was complete.
    func firstFrames(_ count: Int) throws -> [Double] {
        try (0..<count).map { _ in
            let (program, time) = try start()
            try program.settle(quiet: plan.quietAfterWork)
            try program.quit()
            return time
        }
    }

    /// Returns the times of cold starts: before each, the program's files and those in `directories` are evicted from
    /// the page cache.
    func coldFirstFrames(_ count: Int, reading directories: [URL]) throws -> [Double] {
        let (program, _) = try start()
        try program.settle(quiet: plan.quietAfterWork)
        let files = program.processID.map { CachedFiles(of: $0, and: directories) }
        try program.quit()
        return try (0..<count).flatMap { _ in
            files?.evict()
            return try firstFrames(1)
        }
    }

    /// Starts the program and waits until it is ready. Returns it and the milliseconds from just before `exec`.
    func start(quiet: Int = TimedProgram.breath) throws -> (TimedProgram, Double) {
        let program = try TimedProgram(subject, plan: plan)
        let ready = try program.wait(for: subject.ready, within: plan.timeout, quiet: quiet)
        return (program, (ready - program.startedAt).milliseconds)
    }

    /// Presses keys one by one, a stretch in one direction and a stretch back, in turn.
    func keys(on program: TimedProgram, into figures: inout Figures) throws {
        let pressed = try press(plan.keys, on: program)
        figures.keyTimes = pressed.times
        figures.silentKeys = plan.keys - pressed.times.count
        figures.bytesPerKey = Double(pressed.bytes) / Double(plan.keys)
    }

    /// Presses keys while the program waits for a server that does not answer.
    func hangingKeys(on program: TimedProgram, into figures: inout Figures) throws {
        guard let reload = subject.keys.reloadAll else { return }
        _ = try program.type(program.bytes(for: reload))
        figures.hangingKeyTimes = try press(min(plan.keys, MeasuringPlan.maxHangingKeys), on: program).times
    }

    /// Presses keys one by one. Returns the latencies of those that caused output, and the bytes of output of all.
    private func press(_ count: Int, on program: TimedProgram) throws -> (times: [Double], bytes: Int) {
        try goHome(program)
        let forth = program.bytes(for: subject.keys.forth)
        let back = program.bytes(for: subject.keys.back)
        var times: [Double] = []
        var bytes = 0
        for index in 0..<count {
            let goesForth = index / plan.stride % 2 == 0
            bytes += try key(goesForth ? forth : back, on: program, into: &times).bytes
        }
        return (times, bytes)
    }

    /// Presses one key and appends the latency of its last byte, if it caused any output.
    func key(
        _ bytes: [UInt8], on program: TimedProgram, into times: inout [Double]
    ) throws -> TimedProgram.Output {
        let pressed = ContinuousClock.now
        var output = try program.type(bytes)
        try program.drain(quiet: plan.quietAfterKey, timeout: plan.keyTimeout, into: &output)
        if let last = output.last { times.append((last - pressed).milliseconds) }
        try program.look()
        // Output that comes during the pause between keys was caused by this key, too, but late.
        output.bytes += try program.settle(quiet: plan.thinking).bytes
        return output
    }

    /// Types searches in the list, letter by letter, and cancels each.
    func letters(on program: TimedProgram, into figures: inout Figures) throws {
        guard let find = subject.keys.find else { return }
        for text in Series.searched {
            _ = try program.type(program.bytes(for: find))
            try program.settle(quiet: plan.quietAfterWork)
            for letter in text {
                _ = try key(Array(String(letter).utf8), on: program, into: &figures.letterTimes)
            }
            _ = try program.type(program.bytes(for: .escape))
            try program.settle(quiet: plan.quietAfterWork)
        }
    }

    /// Parts of names and initial consonants; the first letters match many rows, the last ones few.
    private static let searched = ["ㄱㅂㅉ", "갈비찜", "칼칼한", "ㅁㄷㅈㅊ", "0000", "된장찌개", "두부", "ㄱㄷㅇㄱㅇ"]

    /// Presses many keys at once.
    func burst(on program: TimedProgram, into figures: inout Figures) throws {
        try goHome(program)
        let one = program.bytes(for: subject.keys.forth)
        let all = Array(repeatElement(one, count: plan.burst).joined())
        let pressed = ContinuousClock.now
        var output = try program.type(all)
        try program.drain(quiet: plan.quietAfterWork, into: &output)
        try program.look()
        figures.burstTime = output.last.map { ($0 - pressed).milliseconds }
        figures.burstIsRight = subject.arrived?.holds(on: program.screen)
    }

    /// Returns the bytes of output after a reload, reading until `fact` holds if it is given. Returns `nil` if the
    /// program has no key to reload.
    func reload(on program: TimedProgram, until fact: ScreenFact? = nil) throws -> Int? {
        guard let key = subject.keys.reload else { return nil }
        var output = try program.type(program.bytes(for: key))
        try program.drain(quiet: plan.quietAfterWork, into: &output)
        try program.look()
        let deadline = ContinuousClock.now + .milliseconds(plan.timeout)
        while let fact, !fact.holds(on: program.screen) {
            guard ContinuousClock.now < deadline else {
                throw MeasuringError.notSeen(subject.name, fact, screen: program.screen.text)
            }
            output.bytes += try program.settle(quiet: plan.quietAfterWork).bytes
        }
        return output.bytes
    }

    /// Measures what the program does without any input, and its memory.
    func idle(on program: TimedProgram, into figures: inout Figures) throws {
        guard let process = program.processID else { return }
        try program.settle(quiet: plan.quietAfterWork)
        let before = ProcessFigures(of: process)
        figures.proportionalSetSize = before.proportionalSetSize
        let start = ContinuousClock.now
        let end = start + .seconds(plan.idleSeconds)
        var bytes = 0
        while true {
            let left = Int((end - .now).milliseconds)
            guard left > 0 else { break }
            bytes += try program.settle(quiet: left).bytes
        }
        let after = ProcessFigures(of: process)
        figures.idle = Figures.Idle(
            seconds: (ContinuousClock.now - start) / .seconds(1), wakeUps: after.wakeUps(since: before),
            processorTime: after.processorTime(since: before), bytes: bytes)
    }

    func goHome(_ program: TimedProgram) throws {
        _ = try program.type(program.bytes(for: subject.keys.home))
        // A screen with a spinner never settles.
        try program.pause(milliseconds: plan.quietAfterWork)
    }
}
