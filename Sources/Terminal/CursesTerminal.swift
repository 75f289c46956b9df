import CNcurses
import Canvas
import Glibc
import Pictures
import TerminalText

/// The real terminal, driven through curses.
@TerminalActor
public final class CursesTerminal: TerminalDevice {
    public var size: Size { measured.drawn }
    private var measured: TerminalSize
    public let pictureColors: PictureColors
    /// The size of a cell in pixels; set once the terminal shows pictures as pixels.
    public let density = PixelDensity()
    private var compositor = Compositor()
    private var expected = ExpectedFrame()
    private let palette: Palette
    private var input: TerminalInput
    private let output: DivertedOutput
    private let writer: FrameWriter
    private let notifications: DesktopNotification.Sequence?
    private var isOpen = true
    private let wakeUp = WakeUp()
    private var showsCursor = false
    /// Whether the terminal may be queried, whether it has been, and whether it has been asked for its background
    /// colour.
    private let mayAsk: Bool
    private var hasAsked = false
    private var hasAskedForBackground = false
    private let asksForModes: Bool
    private let pixels: TerminalPixels?
    private let isInTmux: Bool
    private var title: TerminalTitle
    private var synchronized = SynchronizedOutput()
    private var blanks = BlankRepetition()
    private var mouse: MouseReporting
    private let paste: BracketedPaste

    /// Takes over the screen. `close()` gives it back; signals that end the process restore it by themselves.
    public init(_ options: Options) throws(TerminalError) {
        let entry = try CursesTerminal.check(options)
        terminal_restore_remember_settings(STDIN_FILENO)
        output = DivertedOutput(to: options.log)
        writer = FrameWriter(
            descriptor: output.screen, terminal: output.terminal,
            optimizer: FrameOptimizer(addressesLines: FrameOptimizer.terminalAddressesLines))
        terminal_restore_remember_output(output.terminal)
        notifications = options.notifications
        // Installed before curses, which leaves existing handlers alone: otherwise it would ignore Ctrl-Z whenever it
        // draws.
        terminal_signals_install(wakeUp.descriptor)
        guard curses_open(output.screen, entry, options.opensDirectColor) else {
            terminal_signals_remove()
            output.restore()
            throw .notOpened(name: options.name)
        }
        CursesTerminal.setModes(readsSignalKeys: options.readsSignalKeys)
        palette = Palette(
            options.preferences, allowsColor: options.allowsColor,
            isLight: TerminalBackground.isLight(colorFGBG: options.backgroundHint))
        pictureColors = options.pictures == .none ? .none : palette.pictureColors
        mayAsk = TerminalBackground.answersQuestions(options.name)
        asksForModes = mayAsk && options.answersModeQuestions
        isInTmux = options.outerTerminal != nil
        title = TerminalTitle(
            terminal: options.name, beginning: curses_title_beginning().map { String(cString: $0) })
        let asksForPixels = mayAsk && options.pictures.asksForPixels && pictureColors != .none
        pixels =
            asksForPixels
            ? TerminalPixels(
                options.pictures, pictureColors, writer.output, density, outer: options.outerTerminal
            ) { [wakeUp] in wakeUp.signal() } : nil
        input = TerminalInput(descriptor: STDIN_FILENO, sequences: .ofTerminal)
        measured = CursesTerminal.measure()
        // Curses took the size from the terminal database.
        resizeterm(Int32(measured.drawn.height), Int32(measured.drawn.width))
        writer.optimizer?.size = measured.reported
        paste = BracketedPaste(terminal: options.name, isListed: curses_capability("BE") != nil)
        mouse = MouseReporting(isWanted: options.preferences.allowsMouse && curses_has_mouse())
        rememberLeaving()
        writer.collect {
            setInputMode(on: true)
            // Curses has set that of the size it knew.
            writer.output.write(CursesTerminal.wholeScreen)
        }
    }

    /// Stores the bytes that a fatal signal's handler writes. They begin with the end of a synchronised frame, because
    /// the terminal shows nothing before that.
    private func rememberLeaving() {
        var bytes = [CChar](repeating: 0, count: 512)
        let count = curses_leaving_bytes(&bytes, bytes.count)
        let before =
            synchronized.restoreSequence + (pixels?.screen?.restoreSequence ?? []) + title.restoreSequence
            + mouse.restoreSequence + paste.sequence(on: false)
        let all = before.map { CChar(bitPattern: $0) } + bytes.prefix(count)
        terminal_restore_remember_bytes(all, all.count)
        terminal_input_reports_mouse(mouse.isWanted)
    }

    /// Restores the terminal to the state it was found in.
    public func close() {
        guard isOpen else { return }
        isOpen = false
        leave { curses_show_cursor(output.screen) }
        terminal_signals_remove()
        output.restore()
    }

    /// Gives the terminal back; calls `last` to write the final bytes.
    private func leave(_ last: () -> Void) {
        forgetExpected()
        writer.collectLast {
            writer.output.write(mouse.report(false))
            pixels?.screen?.leave()
            write(title.hide())
            setInputMode(on: false)
            endwin()
            last()
        }
        terminal_input_drop_late()
        // The collected output went to a memory file, so curses could not restore the line settings. If curses
        // restored them outside of `collect`, it would write again, and block for ever on a terminal that accepts
        // nothing.
        terminal_restore_settings()
    }

    // MARK: - Drawing

    public func draw(_ frame: Frame) {
        guard isOpen, !writer.isStuck else { return }
        if let bytes = expected.removeBytes(frame) { return writer.send(bytes) }
        forgetExpected()
        writer.collect {
            pixels?.begin(&compositor)
            paint(frame)
            if !hasAsked || asksForBackground { ask() }
            // From the first frame on there is something to click.
            if mouse.isWanted { write(mouse.report(true)) }
        }
    }

    /// Writes everything that `body` draws to the terminal in one go, starting from what is on the screen.
    private func collect(_ body: () -> Void) {
        forgetExpected()
        writer.collect(body)
    }

    private func paint(_ frame: Frame) {
        // There may be no more room for colours.
        if palette.prepareFrame() { rewriteScreen() }
        let painter = LinePainter(palette: palette, pixels: pixels?.screen)
        let plan = compositor.plan(for: frame)
        if let scroll = plan.scroll { painter.scroll(scroll) }
        for row in plan.rows { painter.paint(row) }
        if let screen = pixels?.screen {
            for row in screen.compose(compositor.shownRows, plan, width: frame.size.width) {
                wredrawln(curses_screen(), Int32(row), 1)
            }
        }
        update(frame, changes: !plan.isEmpty)
    }

    public func expect(_ next: @escaping @TerminalActor () -> Frame?) { expected.next = next }

    private func prepareExpected() {
        guard let next = expected.removeNext(), isOpen, !writer.isStuck else { return }
        guard wakeUp.isQuiet(orInput: STDIN_FILENO, for: ExpectedFrame.moment) else { return }
        forgetExpected()
        // Pictures that arrive as pixels in the meantime would change the rows of a prepared frame.
        guard let frame = next(), pixels?.screen == nil, let present = compositor.shown else { return }
        expected.prepare(frame, from: present) { bytes(of: $0) }
    }

    /// Drops the prepared frame and makes curses believe again what is really on the screen.
    private func forgetExpected() { if expected.isPrepared { expected.forget { bytes(of: $0) } } }

    /// Returns the bytes that would draw `frame`, without writing them. Curses then believes that `frame` is on the
    /// screen.
    private func bytes(of frame: Frame) -> [UInt8]? {
        writer.bytes { paint(frame) }
    }

    /// Makes curses write the differences and place the cursor.
    private func update(_ frame: Frame, changes: Bool) {
        if changes { synchronized.beginFrame(writer.output) }
        defer { if changes { synchronized.endFrame(writer.output) } }
        if frame.showsCursor != showsCursor {
            showsCursor = frame.showsCursor
            curs_set(showsCursor ? 1 : 0)
        }
        wmove(curses_screen(), Int32(frame.cursor.row), Int32(frame.cursor.column))
        wnoutrefresh(curses_screen())
        doupdate()
        pixels?.screen?.end(cursor: frame.cursor)
        if pixels?.restoreSequenceDidChange() == true { rememberLeaving() }
    }

    /// Assumes nothing about the screen's content or the terminal's state, so that the next frame is written
    /// completely.
    private func invalidateScreen() {
        write(CursesTerminal.endOfFrame)
        curses_invalidate_screen()
        rewriteScreen()
    }

    /// Makes the next frame draw every row again.
    private func rewriteScreen() {
        compositor.reset()
        pixels?.screen?.screenIsRewritten()
    }

    private var asksForBackground: Bool { mayAsk && !hasAskedForBackground && palette.dependsOnBackground }

    /// Queries the terminal, once for each property, after the first frame has been drawn. Replies are read like keys.
    private func ask() {
        let background = asksForBackground ? TerminalBackground.question : []
        hasAskedForBackground = hasAskedForBackground || !background.isEmpty
        let asksForPixels = !hasAsked && pixels != nil
        let modes =
            !hasAsked && asksForModes ? SynchronizedOutput.question + blanks.question(on: size) : []
        let others = asksForPixels ? pixels?.ask() ?? [] : modes.isEmpty ? [] : TerminalReply.attributesQuestion
        let question = background + modes + others
        hasAsked = true
        guard !question.isEmpty else { return }
        input.ask(question, output.screen) { reply in
            switch reply {
            case .attributes: !others.isEmpty
            case .background: others.isEmpty
            default: false
            }
        }
    }

    /// Applies the terminal's replies: the theme for its background, synchronised output, and pictures as pixels if it
    /// supports them.
    private func adoptReplies() {
        let replies = input.drainReplies()
        forgetExpected()
        for reply in replies {
            if case .background(let color) = reply, palette.use(isLight: color.isLight) { rewriteScreen() }
            if synchronized.accept(reply) { rememberLeaving() }
            if blanks.accept(reply) { writer.optimizer?.repeatsBlanks = true }
            guard let question = pixels?.receive(reply) else { continue }
            collect {
                input.ask(question, output.screen) { if case .attributes = $0 { true } else { false } }
            }
        }
    }

    public func use(_ preferences: TerminalPreferences) {
        forgetExpected()
        if palette.use(preferences) { rewriteScreen() }
        guard mouse.isWanted != (preferences.allowsMouse && curses_has_mouse()) else { return }
        mouse.isWanted.toggle()
        rememberLeaving()
        // If it is wanted now, the next frame turns it on.
        if !mouse.isWanted { write(mouse.report(false)) }
    }

    public func ring() { collect { _ = beep() } }

    public func notify(_ notification: DesktopNotification) {
        guard isOpen, let notifications else { return }
        write(notification.bytes(as: notifications))
    }

    public func copy(_ text: ClipboardText) { if isOpen { write(text.bytes(throughTmux: isInTmux)) } }

    public func setTitle(_ title: String) {
        guard isOpen else { return }
        let wasShown = !self.title.restoreSequence.isEmpty
        write(self.title.set(title))
        if wasShown != !self.title.restoreSequence.isEmpty { rememberLeaving() }
    }

    /// Writes `bytes` past curses, which has written all of its own output by now.
    private func write(_ bytes: [UInt8]) {
        if !bytes.isEmpty { collect { writer.output.write(bytes) } }
    }

    public func repaint() {
        invalidateScreen()
        collect { pixels?.screen?.forget() }
    }

    // MARK: - Events

    public func serve(_ handler: @escaping @TerminalActor ([TerminalEvent]) -> Bool) async {
        repeat {} while isOpen && handler(nextEvents())
    }

    private func nextEvents() -> [TerminalEvent] {
        let room = writer.isStuck ? writer.terminal : nil
        if input.timeout < 0 { prepareExpected() }
        let awakening = wakeUp.wait(orInput: STDIN_FILENO, orRoom: room, timeout: input.timeout)
        var events = awakening.isSignalled ? pendingSignals() : []
        if awakening.hasRoom, writer.recover() {
            write(CursesTerminal.endOfFrame)
            restoreModes()
            events.append(.continued)
        }
        if awakening.hasInput { events += input.events() }
        if awakening.isOverdue { events += input.inputTimedOut() }
        if input.hasReplies { adoptReplies() }
        return events
    }

    public nonisolated func signal() { wakeUp.signal() }

    private func pendingSignals() -> [TerminalEvent] {
        let noted = terminal_signals_take()
        var events: [TerminalEvent] = []
        if noted & Int32(terminal_signal_stop.rawValue) != 0 { events.append(.stopRequested) }
        if noted & Int32(terminal_signal_continued.rawValue) != 0 {
            restoreModes()
            events.append(.continued)
        }
        let isResized = noted & Int32(terminal_signal_resized.rawValue) != 0
        if noted & Int32(terminal_signal_resized.rawValue | terminal_signal_continued.rawValue) != 0,
            resize(mayBeSame: isResized)
        {
            events.append(.resized(size))
        }
        return events
    }

    /// Makes the whole screen the scrolling region (DECSTBM), whatever size the screen had before.
    private static let wholeScreen = Array("\u{1B}[r".utf8)
    /// Ends a control string that was cut off, and resets attributes, character sets and the scrolling region to what
    /// curses assumes between frames.
    private static let endOfFrame = Array(String(cString: terminal_frame_end()).utf8)

    /// Puts the terminal back into the state that the program needs, whatever happened in between.
    private func restoreModes() {
        writer.onTerminal { _ = reset_prog_mode() }
        collect {
            setInputMode(on: true)
            write(title.show())
        }
        // The next frame turns it on again.
        mouse.terminalDidReset()
    }

    /// Adopts the terminal's current size, unless it is none, and has everything drawn again. Returns whether it did:
    /// it does not if the size is the same, unless it `mayBeSame`. A terminal that had another size for a moment may
    /// have moved or dropped what it showed.
    private func resize(mayBeSame: Bool) -> Bool {
        let now = CursesTerminal.measure()
        pixels?.resize()
        guard now.isValid, mayBeSame || now != measured else { return false }
        forgetExpected()
        measured = now
        writer.optimizer?.size = measured.reported
        resizeterm(Int32(size.height), Int32(size.width))
        invalidateScreen()
        return true
    }

    public func stop() {
        leave {}
        output.restore()
        terminal_stop_self()
        output.divert()
        restoreModes()
        repaint()
    }

    /// Switches keypad mode (as the terminfo entry defines it) and bracketed paste on or off.
    private func setInputMode(on: Bool) {
        var bytes = [CChar](repeating: 0, count: 64)
        let count = curses_keypad_bytes(on, &bytes, bytes.count)
        write(bytes.prefix(count).map { UInt8(bitPattern: $0) } + paste.sequence(on: on))
    }
}
