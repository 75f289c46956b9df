import Canvas
import NIOConcurrencyHelpers

/// How many pixels a cell has on a terminal that shows pictures as pixels: known some time after the start, or never, and
/// another one when the terminal's font changes. Safe on any thread.
public final class PixelDensity: Sendable {
    private struct State {
        var cell: CellPixels?
        var observers: [@Sendable () -> Void] = []
    }

    private let state = NIOLockedValueBox(State())

    /// `nil` while pictures are shown as cells.
    public init(_ cell: CellPixels? = nil) { state.withLockedValue { $0.cell = cell } }

    /// `nil` where pictures are shown as cells.
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

    /// Calls `observer` on the thread of each change, after it.
    public func observe(_ observer: @escaping @Sendable () -> Void) {
        state.withLockedValue { $0.observers.append(observer) }
    }
}
