import Canvas
import NIOConcurrencyHelpers

/// The size of a cell in pixels on a terminal that shows pictures as pixels. It becomes known some time after the
/// start, or never, and changes with the terminal's font. Safe on any thread.
public final class PixelDensity: Sendable {
    private struct State {
        var cell: CellPixels?
        var observers: [@Sendable () -> Void] = []
    }

    private let state = NIOLockedValueBox(State())

    /// `cell` is `nil` while pictures are shown as cells.
    public init(_ cell: CellPixels? = nil) { state.withLockedValue { $0.cell = cell } }

    /// The size of a cell; `nil` while pictures are shown as cells. Setting a different value calls the observers.
    public var cell: CellPixels? {
        get { state.withLockedValue { $0.cell } }
        set {
            let observers = state.withLockedValue { state in
                defer { state.cell = newValue }
                return state.cell == newValue ? [] : state.observers
            }
            for observer in observers { observer() }
        }
    }

    /// Calls `observer` after each change, on the thread that makes it.
    public func observe(_ observer: @escaping @Sendable () -> Void) {
        state.withLockedValue { $0.observers.append(observer) }
    }
}
