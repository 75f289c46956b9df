import Canvas
import Domain
import Foundation
import ShopClient
import Terminal
import TerminalText
import Testing

@testable import ShopApp

struct ToastReducerTests {
    @Test func enterShowsTitleAndFinalPrice() {
        var state = Fixture.state(80, 24)
        let toasting = state.press(.enter)
        #expect(toasting.contains(.startTimer(.toast, .seconds(2))))
        #expect(state.toast.current == Toast.dish(Fixture.galbi, in: .main))
    }

    @Test func aNewToastReplacesTheOneBefore() {
        var state = Fixture.state(80, 24)
        state.press(.enter, .down, .enter, .enter)
        #expect(state.toast.current == Toast.dish(Fixture.bulgogi, in: .main))
        _ = reduce(&state, .timerFired(.toast, at: Fixture.noon))
        #expect(state.toast.current == nil)
    }

    @Test func aToastTakesNoKeys() {
        var state = Fixture.state(80, 24)
        state.press(.enter, .down)
        #expect(state.list.cursor.selection.row == 1)
        #expect(state.toast.current != nil)
    }

    @Test func resultsOfWorkWaitTheirTurnAndNoneIsLost() {
        var toasts = ToastQueue()
        let results = (1...3).map { Toast.notice("\($0)") }
        for result in results { _ = toasts.queue(result) }
        for result in results {
            #expect(toasts.current == result)
            _ = toasts.expire()
        }
        #expect(toasts.current == nil)
    }

    @Test func ofOneTopicTheNewestReplacesOlderOnes() {
        var toasts = ToastQueue()
        let juice = Toast.Topic(name: "juice")
        for text in ["first", "second"] { _ = toasts.queue(.notice(text, juice)) }
        #expect(toasts.current == .notice("second", juice))
        for toast in [Toast.notice("other"), .notice("stale"), .notice("third", juice)] { _ = toasts.queue(toast) }
        #expect(toasts.current == .notice("third", juice), "nothing waits behind three juices")
        _ = toasts.expire()
        #expect(toasts.current == .notice("other"))
    }

    @Test func whatAKeyWasToldGivesWayToAResult() {
        var toasts = ToastQueue()
        _ = toasts.replace(with: .notice("price"))
        _ = toasts.queue(.notice("ordered"))
        #expect(toasts.current == .notice("ordered"))
        _ = toasts.expire()
        #expect(toasts.current == nil)
    }

    @Test func whatNamesAKeyIsNotReplacedByAResult() {
        var toasts = ToastQueue()
        let deletion = Toast.contact(.deleted("이몽룡"), .korean)
        _ = toasts.replace(with: deletion)
        _ = toasts.queue(.notice("ordered"))
        #expect(toasts.current == deletion)
        _ = toasts.expire()
        #expect(toasts.current == .notice("ordered"))
    }

    @Test func theToastOfAKeyDoesNotOutliveItsScreen() {
        var state = Fixture.state(80, 24)
        state.press(.enter)
        #expect(state.toast.current != nil)
        state.press(.character("2"))
        #expect(state.toast.current == nil)
        // A result is shown wherever one is by then.
        _ = state.toast.queue(.notice("ordered"))
        state.press(.character("1"))
        #expect(state.toast.current == .notice("ordered"))
    }

    @Test func theToastOfAKeyGivesWayToAForm() {
        var state = Fixture.state(80, 24)
        state.press(.enter)
        #expect(state.toast.current != nil)
        state.press(.character("o"))
        #expect(state.order != nil)
        #expect(state.toast.current == nil)
    }

    @Test func aPriceThatIsNoLongerTrueIsNotToldOn() {
        var state = Fixture.state(80, 24)
        state.press(.enter)
        let same = Fixture.section(.main, [Fixture.galbi, Fixture.bulgogi])
        _ = reduce(&state, .sectionChanged(same, at: Fixture.noon))
        #expect(state.toast.current != nil)
        var failed = same
        failed.failure = .timedOut
        _ = reduce(&state, .sectionChanged(failed, at: Fixture.noon))
        #expect(state.toast.current != nil, "the price is what it was")
        let other = Fixture.section(.main, [Fixture.bulgogi], version: 2)
        _ = reduce(&state, .sectionChanged(other, at: Fixture.noon))
        #expect(state.toast.current == nil)
    }

    @Test func newsOfTheConnectionWaitsForResultsButNotForOlderNews() {
        var state = Fixture.state(80, 24)
        let dish = Toast.notice("ordered")
        _ = state.toast.queue(dish)
        for connection in [Connection.disconnected, .connected, .disconnected] {
            _ = reduce(&state, .connectionChanged(connection))
        }
        #expect(state.toast.current == dish)
        let effects = reduce(&state, .timerFired(.toast, at: Fixture.noon))
        #expect(state.toast.current == Toast.connectionLost)
        #expect(effects.contains(.startTimer(.toast, .milliseconds(3_500))))
        _ = reduce(&state, .connectionChanged(.connected))
        #expect(state.toast.current == Toast.connectionBack)
        _ = reduce(&state, .timerFired(.toast, at: Fixture.noon))
        #expect(state.toast.current == nil)
    }

    @Test func errorsStayLongerThanNotices() {
        #expect(Toast.connectionLost.duration == .milliseconds(3_500))
        let menu = MenuCounter()
        let empty = Toast.emptySection(
            .main, menu.heading(of: .main), .timedOut, empty: menu.texts.empty, menu.texts.row)
        #expect(empty.duration == .milliseconds(3_500))
        #expect(Toast.connectionBack.duration == .seconds(2))
    }

    @Test func theQueueIsBounded() {
        var toasts = ToastQueue()
        for price in 0..<100 { _ = toasts.queue(.notice("\(price)")) }
        var shown = 0
        while toasts.current != nil {
            shown += 1
            _ = toasts.expire()
        }
        #expect(shown == ToastQueue.maxWaiting + 1)
    }

    @Test func theFirstConnectionIsNoNews() {
        var state = Fixture.state(80, 24, connection: .connecting)
        _ = reduce(&state, .connectionChanged(.connected))
        #expect(state.toast.current == nil)
    }
}

extension Toast {
    /// Returns a toast with that text.
    fileprivate static func notice(_ text: String, _ topic: Topic? = nil) -> Toast {
        Toast(.note, Localized { _ in [text] }, topic: topic)
    }
}

struct TimerReducerTests {
    private let still = [Fixture.section(.main, [Fixture.galbi])]

    private func changed(_ state: inout ShopState, _ section: Section, at date: Date = Fixture.noon) -> [Effect] {
        reduce(&state, .sectionChanged(section, at: date))
    }

    @Test func nothingRunsWhileNothingDependsOnTime() {
        var state = Fixture.state(80, 24, sections: still)
        expect([], of: &state, pressing: .down, .up, .character("?"), .escape)
        #expect(state.runningTimers.isEmpty)
    }

    @Test func theSpinnerTurnsWhileASectionIsFetchedAndThenStops() {
        var state = Fixture.state(80, 24, sections: still)
        var section = still[0]
        section.isFetching = true
        let begun = changed(&state, section)
        #expect(begun == [.startTimer(.spinner, .milliseconds(120))])
        let turning = reduce(&state, .timerFired(.spinner, at: Fixture.noon))
        #expect(turning == [.startTimer(.spinner, .milliseconds(120))])
        #expect(state.spinnerPhase == 1)
        section.isFetching = false
        let arrived = changed(&state, section)
        #expect(arrived == [])
        let last = reduce(&state, .timerFired(.spinner, at: Fixture.noon))
        #expect(last == [])
    }

    @Test func ageIsToldByTheMinuteWhileASectionIsStale() {
        var state = Fixture.state(80, 24, sections: still)
        var section = still[0]
        section.isFresh = false
        let later = Fixture.noon.addingTimeInterval(125)
        let effects = changed(&state, section, at: later)
        #expect(effects == [.startTimer(.age, .seconds(60))])
        #expect(Fixture.frame(state).picture.contains("2분 전"))
        _ = reduce(&state, .timerFired(.age, at: later.addingTimeInterval(60)))
        #expect(Fixture.frame(state).picture.contains("3분 전"))
    }

    @Test(arguments: [
        (0.0, Age.now), (-50, .now), (59, .now), (60, .minutes(1)), (3_599, .minutes(59)), (3_600, .hours(1)),
        (86_399, .hours(23)), (86_400, .days(1)),
    ])
    func anAgeIsToldInTheUnitThatAPersonWouldUse(_ seconds: Double, _ age: Age) {
        #expect(Age(of: Fixture.noon, at: Fixture.noon.addingTimeInterval(seconds)) == age)
    }
}

struct HelpReducerTests {
    @Test func helpOpensScrollsAndClosesWithoutTouchingTheList() {
        var state = Fixture.state(44, 10)
        state.press(.character("?"), .down, .pageDown)
        guard let help = state.help else {
            Issue.record("no help")
            return
        }
        let layout = HelpLayout(help, screen: state.size, .korean)
        #expect(help.top == 1 + layout.visibleLines)
        state.press(.end)
        #expect(state.help?.top == layout.lineCount - layout.visibleLines)
        #expect(state.list.cursor == ListCursor())
        expect([], of: &state, pressing: .character("?"))
        #expect(state.help == nil)
        expect([.quit], of: &state, pressing: .function(1), .escape, .character("q"))
    }

    @Test func everyCommandOfTheTablesHasWordsInBothLanguages() {
        for language in [Language.korean, .english] {
            for binding in KeyTable.all.flatMap(\.self) {
                #expect(!binding.command.help[language].isEmpty, "\(binding.command.name)")
                let hint = binding.command.hint?[language] ?? ""
                #expect(hint.isEmpty == (binding.command.hint == nil), "\(binding.command.name)")
                if binding.hint != .none, !binding.isPaired { #expect(!hint.isEmpty, "\(binding.command.name)") }
            }
        }
    }

    @Test func aNameStandsForOneCommand() {
        let commands = KeyTable.all.flatMap(\.self).map(\.command)
        let names = Dictionary(grouping: commands, by: \.name)
        for (name, commands) in names { #expect(Set(commands.map(\.help)).count == 1, "\(name)") }
    }

    @Test func labelsAreMadeFromTheKeys() {
        #expect(
            KeyTable.moving.helpLines.map(\.label.text) == [
                "Up Down  k j", "PgUp PgDn", "Ctrl-U Ctrl-D", "Home End  g G",
            ])
        #expect(KeyTable.quantity.helpLines[1].label.text == "0-9  Left Right  - +")
        #expect(KeyTable.dish.hints.map(\.label) == ["</>", "Esc", "?"])
    }

    @Test func noKeyStandsForTwoThings() {
        for table in KeyTable.all {
            let keys = table.flatMap(\.keys)
            #expect(Set(keys).count == keys.count)
        }
    }
}

struct ShopReducerTests {
    @Test func theTerminalsOwnEventsAskForWhatTheyNeed() {
        var state = Fixture.state(80, 24, sections: [Fixture.section(.main, [])])
        let stop = reduce(&state, .stopRequested)
        #expect(stop == [.stop])
        let lost = reduce(&state, .screenLost)
        #expect(lost == [.repaint])
        expect([.repaint], of: &state, pressing: .control("l"))
        let gone = reduce(&state, .hungUp)
        #expect(gone == [.quit])
    }

    @Test(arguments: [
        ("ko_KR.UTF-8", "", "", Language.korean), ("", "", "ko_KR.UTF-8", .korean),
        ("C.UTF-8", "", "ko_KR.UTF-8", .english),
        ("", "ko_KR", "en_US.UTF-8", .korean), ("", "", "", .english),
    ])
    func theLocaleChoosesTheLanguage(_ all: String, _ messages: String, _ lang: String, _ language: Language) {
        #expect(Language(environment: ["LC_ALL": all, "LC_MESSAGES": messages, "LANG": lang]) == language)
    }
}
