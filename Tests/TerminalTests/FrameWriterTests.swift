import Glibc
import TerminalProbe
import Testing

@testable import Terminal

/// Frames are sent in a single write. The terminal is a socket that preserves the boundaries between writes.
@TerminalActor @Suite(.timeLimit(.minutes(5))) struct FrameWriterTests {
    /// A pair of sockets that preserves each write as a packet, and the descriptor that is drawn on.
    private final class Packets {
        let screen: Int32
        let terminal: Int32
        private let reader: Int32

        init() throws {
            var ends: (Int32, Int32) = (-1, -1)
            let status = withUnsafeMutablePointer(to: &ends) {
                $0.withMemoryRebound(to: Int32.self, capacity: 2) {
                    socketpair(
                        AF_UNIX, Int32(SOCK_SEQPACKET.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0, $0)
                }
            }
            try #require(status == 0)
            (terminal, reader) = ends
            screen = fcntl(terminal, F_DUPFD_CLOEXEC, 3)
            try #require(screen >= 0)
        }

        deinit { for descriptor in [screen, terminal, reader] { close(descriptor) } }

        /// Returns the next write as text, or `nil` if there is none.
        func next() -> String? {
            var bytes = [UInt8](repeating: 0, count: 1 << 20)
            let count = read(reader, &bytes, bytes.count)
            return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
        }

        /// Writes until the socket is full.
        func fill() { while Glibc.write(terminal, "....", 4) == 4 {} }

        func empty() { while next() != nil {} }
    }

    private static func draw(_ text: String, to descriptor: Int32) {
        _ = Glibc.write(descriptor, text, text.utf8.count)
    }

    @Test func whatManyWriteInAFrameLeavesInOneWrite() throws {
        let packets = try Packets()
        let writer = FrameWriter(descriptor: packets.screen, terminal: packets.terminal)
        writer.collect {
            writer.output.write(Array("begin ".utf8))
            for number in 0..<3 { Self.draw("\(number) ", to: packets.screen) }
            writer.collect { writer.output.write(Array("end".utf8)) }
            #expect(packets.next() == nil)
        }
        #expect(packets.next() == "begin 0 1 2 end")
        #expect(packets.next() == nil)
    }

    @Test func framesFollowEachOtherWhateverTheirSize() throws {
        let packets = try Packets()
        let writer = FrameWriter(descriptor: packets.screen, terminal: packets.terminal)
        for size in [1, 5_000, 100_000, 3, 70_000, 64] {
            let frame = String(repeating: "x", count: size)
            writer.collect { Self.draw(frame, to: packets.screen) }
            #expect(packets.next() == frame)
        }
    }

    @Test func aFrameOfNothingIsNotWritten() throws {
        let packets = try Packets()
        let writer = FrameWriter(descriptor: packets.screen, terminal: packets.terminal)
        writer.collect {}
        #expect(packets.next() == nil)
        #expect(!writer.isStuck)
    }

    @Test func aTerminalThatTakesNothingDoesNotHoldTheProgramUp() throws {
        let packets = try Packets()
        let writer = FrameWriter(descriptor: packets.screen, terminal: packets.terminal, limit: 1)
        packets.fill()
        writer.collect { Self.draw("lost", to: packets.screen) }
        #expect(writer.isStuck)
        #expect(!writer.recover())
        // Output drawn while the terminal accepts nothing is discarded; the screen is redrawn afterwards.
        writer.collect { Self.draw("lost as well", to: packets.screen) }
        packets.empty()
        #expect(writer.recover())
        #expect(!writer.isStuck)
        writer.collect { Self.draw("anew", to: packets.screen) }
        #expect(packets.next() == "anew")
        #expect(packets.next() == nil)
    }

    @Test func leavingTriesOnceMoreWhereTheTerminalWasStuck() throws {
        let packets = try Packets()
        let writer = FrameWriter(descriptor: packets.screen, terminal: packets.terminal, limit: 1)
        packets.fill()
        writer.collect { Self.draw("lost", to: packets.screen) }
        packets.empty()
        writer.collectLast { Self.draw("left", to: packets.screen) }
        #expect(packets.next() == "\u{1B}\\\u{1B}[m\u{0F}\u{1B}(B\u{1B}[rleft", "The cut frame is ended first.")
    }

    @Test func leavingMakesRoomOnATerminalThatIsReadNoMore() throws {
        let terminal = try PseudoTerminal(columns: 80, rows: 24)
        let descriptor = open(terminal.slaveName, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        let screen = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
        try #require(descriptor >= 0 && screen >= 0)
        let writer = FrameWriter(descriptor: screen, terminal: descriptor, limit: 1)
        try fill(terminal, through: descriptor)
        writer.collectLast { Self.draw("left", to: screen) }
        for descriptor in [descriptor, screen] { close(descriptor) }
        var read: [UInt8] = []
        while let bytes = try terminal.read(timeoutMilliseconds: 1_000), !bytes.isEmpty { read += bytes }
        #expect(String(decoding: read, as: UTF8.self).hasSuffix("\u{1B}[rleft"))
    }

    /// Writes until there is no room, and none can appear: the kernel passes on what was written a little later, and
    /// only once its reader's buffer is full does it keep the rest back.
    private func fill(_ terminal: PseudoTerminal, through descriptor: Int32) throws {
        let deadline = ContinuousClock.now + .seconds(40)
        while try terminal.unreadBytes() < FrameWriterTests.readersBuffer {
            while Glibc.write(descriptor, "....", 4) > 0 {}
            try #require(ContinuousClock.now < deadline)
        }
        while Glibc.write(descriptor, "....", 4) > 0 {}
    }

    /// The most bytes that Linux keeps for the reader of a terminal (`N_TTY_BUF_SIZE` in its n_tty.c, less one).
    private static let readersBuffer = 4_095
}
