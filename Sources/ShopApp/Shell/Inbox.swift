import Domain
import NIOConcurrencyHelpers

/// A queue of events from outside the terminal's thread, which the loop takes in order.
///
/// Its size is bounded: of items with the same key only the latest is kept, so a section that changed a thousand times
/// is queued once. Items without a key are results of requests, whose number the requesting side bounds.
final class Inbox: Sendable {
    enum Item: Sendable {
        /// A section changed; the receiver reads its current value.
        case section(SectionID)
        case connection
        /// The state of wanted pictures changed.
        case pictures
        /// No input may have come for a while.
        case rest
        /// A timer fired. `start` is the number of the start that it belongs to.
        case timer(TimerID, start: Int)
        /// A result of a request of that counter, or an event that its service reported unasked.
        case event(CounterID, any CounterEvent)
        /// This is the first visit.
        case firstVisit
        /// Data that cannot be saved on this device.
        case unkept([UnsavedData])
        /// The settings changed or have problems.
        case settings(SettingsUpdate)
        /// The shop cannot be shown and has to close.
        case end

        /// The key of an item, which replaces an earlier item with the same key; `nil` if it replaces none.
        fileprivate var key: Key? {
            switch self {
            case .section(let id): .section(id)
            case .connection: .connection
            case .pictures: .pictures
            case .rest: .rest
            case .timer(let timer, _): .timer(timer)
            case .event(let counter, let event): event.replacementKey.map { .event(counter, $0) }
            case .firstVisit: .firstVisit
            case .unkept: .unkept
            case .settings: .settings
            case .end: .end
            }
        }
    }

    fileprivate enum Key: Hashable {
        case section(SectionID), timer(TimerID), event(CounterID, String)
        case connection, pictures, rest, firstVisit, unkept, settings, end
    }

    private let items = NIOLockedValueBox<[(key: Key?, item: Item)]>([])
    private let wake: @Sendable () -> Void

    /// Creates an empty inbox. `wake` wakes the loop and is called after each `put(_:)`.
    init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

    /// Appends `item` and removes an earlier item with the same key.
    func put(_ item: Item) {
        let key = item.key
        items.withLockedValue { items in
            if let key { items.removeAll { $0.key == key } }
            items.append((key, item))
        }
        wake()
    }

    /// Removes and returns all items.
    func take() -> [Item] {
        items.withLockedValue { items in
            defer { items = [] }
            return items.map(\.item)
        }
    }
}
