import Canvas
import Domain
import Foundation
import ShopClient
import Terminal
import TestSupport
import Testing

@testable import ShopApp

/// The drinks machine in the complete event loop, with a fake terminal and answers from the test.
@TerminalActor @Suite
struct DrinksLoopTests {
    private let terminal = RecordingTerminal(size: Size(width: 80, height: 24))
    private let source = ScriptedSource()
    private let wishes = Questions<DrinkDraft, DrinkOutcome>()
    private let requests = Questions<Void, Result<DrinksMachine, FetchFailure>>()
    private let keeping = Questions<Void, Result<DrinksOverview, FetchFailure>>()

    /// Opens the shop at the machine, runs `body`, and quits.
    private func withOpenMachine(_ body: @TerminalActor () async -> Void) async {
        let repository = SectionRepository(
            sections: [SectionDefinition.menu[0]], unopened: SectionDefinition.drinksMachine, source: source,
            spacing: .zero)
        let counter = DrinksClient(
            send: { [wishes] in await wishes.ask($0) ?? .unanswered(.interrupted) },
            machine: { [requests] in await requests.ask(()) ?? .failure(.interrupted) },
            overview: { [keeping] in await keeping.ask(()) ?? .failure(.interrupted) })
        // No machine is likely to be in this zone.
        let shop = PresentShop(ShopProfile(timeZone: "Pacific/Chatham"))
        let loop = ShopLoop(
            device: terminal, repository: repository, drinks: counter, profiles: ShopProfileSource { shop },
            words: .korean)
        async let running: Void = loop.run()
        await source.answer(.main, [Fixture.galbi])
        await shows("떡갈비")
        // Connecting refreshes the machine once more.
        await shows("연결됨")
        #expect(requests.asked.isEmpty, "nobody looks before the counter is looked at")
        terminal.press(.character("2"))
        for kind in DrinkKind.allCases {
            let rows = MachineFixture.section(kind).rows
            await source.answer(kind.section, .success(.content(rows, validator: "\"1\"")))
        }
        await requests.wait(count: 1)
        requests.answer(1, .success(MachineFixture.machine))
        await terminal.wait { $0.contains("2,000원") && $0.contains("티오피") && $0.contains("연결됨") }
        await terminal.wait { !$0.picture.contains("|") }
        terminal.forgetPlans()
        await body()
        // Quitting requests the change, which is returned.
        let sent = wishes.asked.count
        terminal.press(.escape, .escape, .character("q"), .character("y"))
        await wishes.wait(count: sent + 1)
        wishes.answer(sent + 1, .returned(Won(0)))
        await running
    }

    private func shows(_ text: String) async { await terminal.wait { $0.picture.contains(text) } }

    @Test func moneyGoesInOneNoteAfterTheOther() async {
        await withOpenMachine {
            terminal.press(.character("t"), .character("t"))
            await wishes.wait(count: 1)
            await shows("보내는 중")
            wishes.answer(1, .inserted(balance: Won(3_000)))
            await shows("3,000원")
            await wishes.wait(count: 2)
            wishes.answer(2, .inserted(balance: Won(4_000)))
            await shows("잔액 4,000원")
            let changed = terminal.changed
            #expect(changed.contains(Region("drinks-balance")))
            #expect(!changed.contains(Region("frame-top")))
        }
    }

    @Test func whatIsSoldElsewhereHasTheMachineLookedAtAgain() async {
        await withOpenMachine {
            // The sections may have come in any order, and the first one that came is selected.
            terminal.press(.home)
            await shows("딸기우유")
            terminal.press(.character("r"))
            await requests.wait(count: 2)
            requests.answer(2, .success(MachineFixture.machine))
            let rows = MachineFixture.section(.milk, [MachineFixture.banana]).rows
            await source.answer(.milk, .success(.content(rows, validator: "\"2\"")))
            await requests.wait(count: 3)
            requests.answer(3, .success(MachineFixture.machine.with(balance: Won(1_900))))
            await shows("잔액 1,900원")
            await terminal.wait { !$0.picture.contains("딸기우유") }
            #expect(!terminal.changed.contains(Region("frame-top")))
        }
    }

    @Test func theKeepersScreenIsLiveWhileItIsOpen() async {
        await withOpenMachine {
            terminal.press(.character("a"))
            await keeping.wait(count: 1)
            keeping.answer(1, .success(MachineFixture.keeping))
            await shows("칸타타 라떼")
            terminal.press(.backTab)
            await shows("42%")
            let zone = TimeZone(identifier: "Pacific/Chatham")!
            await shows(MachineFixture.bought(12, MachineFixture.top).boughtAt.moment(in: zone))
            terminal.press(.escape, .character("r"), .character("a"), .backTab)
            await keeping.wait(count: 2)
            keeping.answer(2, .success(MachineFixture.keeping))
            await shows("42%")
            terminal.forgetPlans()
            let rows = MachineFixture.section(.milk, [MachineFixture.banana]).rows
            await source.answer(.milk, .success(.content(rows, validator: "\"2\"")))
            await keeping.wait(count: 3)
            let history = DrinksHistory(
                totals: [DrinkKindTotal(kind: .coffee, count: 7, amount: Won(1))], purchases: [])
            keeping.answer(3, .success(DrinksOverview(drinks: MachineFixture.drinks, history: history)))
            await shows("100%")
            #expect(terminal.changed == [Region("admin-chart"), Region("admin-list")])
        }
    }
}
