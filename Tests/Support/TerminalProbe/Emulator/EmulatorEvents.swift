import CTestSupport

/// The state that libvterm reports through callbacks. It is separate from the emulator, so that a callback may change
/// it at any time.
final class EmulatorEvents {
    private(set) var title = ""
    private var titleBytes: [UInt8] = []
    var bells = 0
    var isCursorVisible = true
    var isAlternateScreen = false
    var reportsMouse = false
    /// The bytes that the terminal sends to the program: replies to its queries, and encoded keys.
    var output: [UInt8] = []
    /// The text of rows as it was read last; rows that have changed since are missing.
    var lines: [Int: String] = [:]

    /// Registers this object, which must outlive `terminal`, for its callbacks. Returns libvterm's callback table,
    /// which must be freed after the terminal.
    func observe(_ terminal: OpaquePointer, _ screen: OpaquePointer) -> UnsafeMutablePointer<VTermScreenCallbacks> {
        let context = Unmanaged.passUnretained(self).toOpaque()
        vterm_output_set_callback(
            terminal,
            { bytes, count, context in
                guard let bytes, let context else { return }
                EmulatorEvents.from(context).output += UnsafeRawBufferPointer(start: bytes, count: count)
            }, context)
        let callbacks = UnsafeMutablePointer<VTermScreenCallbacks>.allocate(capacity: 1)
        callbacks.initialize(to: VTermScreenCallbacks())
        callbacks.pointee.settermprop = { property, value, context in
            guard let value, let context else { return 0 }
            EmulatorEvents.from(context).changed(property, to: value.pointee)
            return 1
        }
        // Without a callback of its own, what moves is damage as well.
        callbacks.pointee.damage = { area, context in
            guard let context else { return 0 }
            let events = EmulatorEvents.from(context)
            for row in area.start_row..<max(area.start_row, area.end_row) { events.lines[Int(row)] = nil }
            return 1
        }
        callbacks.pointee.bell = { context in
            guard let context else { return 0 }
            EmulatorEvents.from(context).bells += 1
            return 1
        }
        vterm_screen_set_callbacks(screen, callbacks, context)
        return callbacks
    }

    private static func from(_ context: UnsafeMutableRawPointer) -> EmulatorEvents {
        Unmanaged<EmulatorEvents>.fromOpaque(context).takeUnretainedValue()
    }

    private func changed(_ property: VTermProp, to value: VTermValue) {
        switch property {
        case VTERM_PROP_TITLE: receiveTitle(value)
        case VTERM_PROP_CURSORVISIBLE: isCursorVisible = value.boolean != 0
        case VTERM_PROP_ALTSCREEN:
            isAlternateScreen = value.boolean != 0
            lines = [:]
        case VTERM_PROP_MOUSE: reportsMouse = value.number != 0
        default: break
        }
    }
    private func receiveTitle(_ value: VTermValue) {
        var (value, count, begins) = (value, 0, false)
        let text = vterm_value_text(&value, &count, &begins)
        if begins { titleBytes = [] }
        titleBytes += UnsafeRawBufferPointer(start: text, count: count)
        title = String(decoding: titleBytes, as: UTF8.self)
    }
}
