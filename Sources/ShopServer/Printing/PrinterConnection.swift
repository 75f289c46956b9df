import Domain
import Foundation
import Glibc
import Platform

/// The times that a printer is given.
public struct PrinterRules: Hashable, Sendable {
    /// For each answer about its status.
    public var status = Duration.seconds(1)
    /// For the connection, and then for each part of a ticket.
    public var stall = Duration.seconds(5)
    /// How long a claimed ticket is reserved for the program that prints it.
    public var lease = Duration.seconds(30)
    /// The back-off after the first failed attempt; it doubles with each further one.
    public var firstPause = Duration.seconds(1)
    public var maxPause = Duration.seconds(10)

    public init() {}

    /// Returns the back-off after that many failed attempts.
    func pause(after attempts: Int) -> Duration {
        // After this many doublings the result exceeds `maxPause` anyway.
        min(maxPause, firstPause * (1 << min(max(0, attempts - 1), 30)))
    }
}

/// What became of a ticket.
struct PrintResult: Hashable, Sendable {
    /// `nil` if it is printed, as far as anybody knows.
    var problem: PrinterProblem?
    /// Whether some of it may be on paper.
    var mayBePrinted: Bool
    /// Whether the printer told its status; `nil` if it was not asked.
    var answers: Bool?
}

/// A connection to a printer. Every call blocks, for as long as its rules say, or until the printing is stopped.
struct PrinterConnection: ~Copyable {
    private let descriptor: Int32
    private let stop: Int32
    private let rules: PrinterRules
    /// Whether it can be read: a plain file in place of a device cannot.
    private let canAnswer: Bool
    private let isSocket: Bool

    /// The answer of a printer that was asked for its status.
    private enum Status: Hashable {
        case ready
        case trouble(PrinterProblem)
        /// It does not answer in time.
        case silent
        /// It sends without end, which no printer does.
        case endless

        /// Why the ticket that was just written counts as unfinished.
        var problemAfterPrinting: PrinterProblem? {
            switch self {
            case .ready: nil
            case .trouble(let problem): problem
            case .silent, .endless: .interrupted
            }
        }
    }

    /// Prints a ticket. `asks` says whether the printer is asked for its status, and `mustAnswer` whether it is known to
    /// tell it. `stop` is a descriptor that becomes readable when the program stops waiting.
    static func print(
        _ ticket: [UInt8], at address: PrinterAddress, asks: Bool, mustAnswer: Bool, stop: Int32, rules: PrinterRules
    ) -> PrintResult {
        guard let connection = PrinterConnection(to: address, stop, rules) else {
            return PrintResult(problem: .unreachable, mayBePrinted: false)
        }
        return connection.print(ticket, asks: asks && connection.canAnswer, mustAnswer: mustAnswer)
    }

    private init?(to address: PrinterAddress, _ stop: Int32, _ rules: PrinterRules) {
        let opened: Int32? =
            switch address {
            case .network(let host, let port): PrinterConnection.connected(host, port, stop, rules)
            case .device(let path): PrinterConnection.opened(path)
            }
        guard let opened else { return nil }
        (descriptor, self.stop, self.rules) = (opened, stop, rules)
        isSocket = if case .network = address { true } else { false }
        canAnswer = isSocket || FileStamp(of: opened)?.isCharacterDevice ?? false
    }

    deinit { close(descriptor) }

    private borrowing func print(_ ticket: [UInt8], asks: Bool, mustAnswer: Bool) -> PrintResult {
        let before = asks ? status() : nil
        // Whether a printer tells its status is not known by what is none.
        if before == .endless { return PrintResult(problem: .silent, mayBePrinted: false) }
        let answers = before.map { $0 != .silent }
        switch before {
        case .trouble(let problem): return PrintResult(problem: problem, mayBePrinted: false, answers: answers)
        case .silent where mustAnswer: return PrintResult(problem: .silent, mayBePrinted: false, answers: answers)
        default: break
        }
        let (accepted, isWhole) = write(ticket)
        guard isWhole else { return PrintResult(problem: .interrupted, mayBePrinted: accepted > 0, answers: answers) }
        if answers == true {
            return PrintResult(problem: status().problemAfterPrinting, mayBePrinted: true, answers: true)
        }
        let isAccepted = !isSocket || finish()
        return PrintResult(problem: isAccepted ? nil : .interrupted, mayBePrinted: true, answers: answers)
    }

    private borrowing func status() -> Status {
        guard discardUnread() else { return .endless }
        guard let status = answer(to: ESCPOS.askStatus), let paper = answer(to: ESCPOS.askPaper) else {
            return discardUnread() ? .silent : .endless
        }
        if ESCPOS.isOutOfPaper(paper) { return .trouble(.outOfPaper) }
        return ESCPOS.isOffline(status) ? .trouble(.offline) : .ready
    }

    /// Discards what arrived without a question. Returns `false` if that does not end.
    private borrowing func discardUnread() -> Bool {
        var unread = [UInt8](repeating: 0, count: 4_096)
        for _ in 0..<(PrinterConnection.maxUnread / unread.count) {
            guard poll(descriptor, POLLIN, .zero), read(descriptor, &unread, unread.count) > 0 else { return true }
        }
        return false
    }

    /// The number of bytes beside the answers that are read: far more than a printer tells unasked.
    private static let maxUnread = 1 << 16

    private borrowing func answer(to question: [UInt8]) -> UInt8? {
        guard write(question).isWhole else { return nil }
        let end = ContinuousClock.now + rules.status
        var (byte, others): (UInt8, Int) = (0, 0)
        while others < PrinterConnection.maxUnread, poll(descriptor, POLLIN, end - .now) {
            others += 1
            let count = read(descriptor, &byte, 1)
            if count == 1, ESCPOS.isStatus(byte) { return byte }
            if count == 0 || count < 0 && errno != EAGAIN && errno != EINTR { return nil }
        }
        return nil
    }

    /// Returns how many bytes the system accepted, and whether these are all.
    private borrowing func write(_ bytes: [UInt8]) -> (accepted: Int, isWhole: Bool) {
        var rest = bytes[...]
        while !rest.isEmpty {
            guard poll(descriptor, POLLOUT, rules.stall) else { break }
            let count = rest.withUnsafeBytes { bytes in
                isSocket
                    ? Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
                    : Glibc.write(descriptor, bytes.baseAddress, bytes.count)
            }
            if count > 0 { rest = rest.dropFirst(count) } else if errno != EAGAIN && errno != EINTR { break }
        }
        return (bytes.count - rest.count, rest.isEmpty)
    }

    /// Ends the connection. Returns whether all bytes were accepted: what the other side never read is refused when it
    /// closes.
    private borrowing func finish() -> Bool {
        shutdown(descriptor, Int32(SHUT_WR))
        let (end, closing) = (ContinuousClock.now + rules.stall, ContinuousClock.now + rules.status)
        // The other side may never close.
        var isClosed = false
        while ContinuousClock.now < end, failure == 0 {
            if isAllAccepted, isClosed || ContinuousClock.now >= closing { return failure == 0 }
            let isReady = poll(descriptor, isClosed ? 0 : POLLIN, PrinterConnection.interval)
            var byte: UInt8 = 0
            guard isReady, !isClosed else { continue }
            let count = read(descriptor, &byte, 1)
            if count < 0, errno != EAGAIN, errno != EINTR { return false }
            isClosed = count == 0
        }
        return false
    }

    /// The time between two looks at what is not accepted yet, of which the system does not tell.
    private static let interval = Duration.milliseconds(5)

    private var isAllAccepted: Bool {
        var unsent: Int32 = 0
        return ioctl(descriptor, UInt(TIOCOUTQ), &unsent) == 0 && unsent == 0
    }

    /// The error of the connection, which this reads once; 0 if there is none.
    private var failure: Int32 {
        var (failure, size) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
        return getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &failure, &size) == 0 ? failure : errno
    }

    /// Waits until the descriptor is ready, fails, or the program stops. Returns whether it is ready.
    private borrowing func poll(_ descriptor: Int32, _ events: Int32, _ time: Duration) -> Bool {
        PrinterConnection.poll(descriptor, events, stop, time)
    }

    private static func poll(_ descriptor: Int32, _ events: Int32, _ stop: Int32, _ time: Duration) -> Bool {
        var wanted = [
            pollfd(fd: descriptor, events: Int16(events), revents: 0),
            pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
        ]
        let milliseconds = max(0, min(time / .milliseconds(1), 60_000))
        let ready = Glibc.poll(&wanted, 2, Int32(milliseconds.rounded(.up)))
        return ready > 0 && wanted[1].revents == 0
    }

    private static func opened(_ path: String) -> Int32? {
        // A device that cannot be read is still a printer. No file is made where the device is missing.
        for mode in [O_RDWR, O_WRONLY] {
            let descriptor = open(path, mode | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | O_APPEND)
            if descriptor >= 0 { return descriptor }
        }
        return nil
    }

    private static func connected(_ host: String, _ port: UInt16, _ stop: Int32, _ rules: PrinterRules) -> Int32? {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, "\(port)", &hints, &found) == 0 else { return nil }
        defer { freeaddrinfo(found) }
        var next = found
        while let address = next?.pointee {
            if let descriptor = connected(address, stop, rules) { return descriptor }
            next = address.ai_next
        }
        return nil
    }

    private static func connected(_ address: addrinfo, _ stop: Int32, _ rules: PrinterRules) -> Int32? {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(address.ai_family, kind, 0)
        guard descriptor >= 0 else { return nil }
        if Glibc.connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 { return descriptor }
        var (failure, size) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
        if errno == EINPROGRESS, poll(descriptor, POLLOUT, stop, rules.stall),
            getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &failure, &size) == 0, failure == 0
        {
            return descriptor
        }
        close(descriptor)
        return nil
    }
}
