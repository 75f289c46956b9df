import Domain
import NIOConcurrencyHelpers
import Testing

@testable import ShopApp

struct InboxTests {
    private struct Event: CounterEvent {
        let name: String
        var replacementKey: String?
    }

    private func names(_ inbox: Inbox) -> [String] {
        inbox.drain().map { item in
            switch item {
            case .event(_, let event): (event as? Event)?.name ?? "?"
            case .section(let id): id.path
            default: "other"
            }
        }
    }

    @Test func whatHappenedIsTakenOnceAndInItsOrder() {
        let inbox = Inbox {}
        inbox.put(.event(.menu, Event(name: "one")))
        inbox.put(.section(.soup))
        inbox.put(.event(.menu, Event(name: "two")))
        #expect(names(inbox) == ["one", "woowa/soup", "two"])
        #expect(names(inbox).isEmpty)
    }

    @Test func ofAllWithOneKeyOnlyTheLatestWaits() {
        let inbox = Inbox {}
        inbox.put(.event(.menu, Event(name: "first look", replacementKey: "look")))
        inbox.put(.event(.menu, Event(name: "result")))
        for _ in 0..<1_000 { inbox.put(.section(.main)) }
        inbox.put(.event(.menu, Event(name: "last look", replacementKey: "look")))
        #expect(names(inbox) == ["result", "woowa/main", "last look"])
    }

    @Test func theLoopIsWokenWithEachItem() {
        let count = NIOLockedValueBox(0)
        let inbox = Inbox { count.withLockedValue { $0 += 1 } }
        inbox.put(.connection)
        inbox.put(.connection)
        #expect(count.withLockedValue { $0 } == 2)
    }
}
