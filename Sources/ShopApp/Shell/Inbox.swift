import Domain
import NIOConcurrencyHelpers

/// What happened outside the terminal's thread and waits for the loop, in the order in which it happened.
///
/// It is bounded by what there is: of all that has the same key only the latest waits, so that a section that changed a
/// thousand times waits once. What has none is the result of a request, and requests are bounded by whoever makes them.
final class Inbox: Sendable {
    enum Item: Sendable {
        /// That section is another; the reader asks for its present value.
        case section(SectionID)
        case connection
        /// What can be shown of the pictures that are wanted.
        case pictures
        /// The start of that number is over.
        case timer(TimerID, start: Int)
        /// Something came of a request of that counter, or happened at it by itself.
        case event(CounterID, any CounterEvent)
        /// Nobody was here before.
        case firstVisit
        /// That cannot be kept on this device.
        case unkept([UnkeptData])
        /// The settings are others, or are wrong.
        case settings(SettingsNews)
        /// There is no shop to show.
        case end

        /// What an item takes the place of.
        fileprivate var key: Key? {
            switch self {
            case .section(let id): .section(id)
            case .connection: .connection
            case .pictures: .pictures
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
        case connection, pictures, firstVisit, unkept, settings, end
    }

    private let items = NIOLockedValueBox<[(key: Key?, item: Item)]>([])
    private let wake: @Sendable () -> Void

    /// `wake` wakes the loop; it is called after something was put in.
    init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

    /// Puts `item` at the end, in the place of an earlier one with the same key.
    func put(_ item: Item) {
        let key = item.key
        items.withLockedValue { items in
            if let key { items.removeAll { $0.key == key } }
            items.append((key, item))
        }
        wake()
    }

    /// Takes everything that waits.
    func take() -> [Item] {
        items.withLockedValue { items in
            defer { items = [] }
            return items.map(\.item)
        }
    }
}
