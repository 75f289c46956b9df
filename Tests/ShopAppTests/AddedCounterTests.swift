import Canvas
import Domain
import ShopClient
import Terminal
import TerminalText
import TestSupport
import Testing

@testable import ShopApp

/// A counter that the program does not know: all that it takes to add one stands in this file.
@Suite(.timeLimit(.minutes(1))) @TerminalActor struct AddedCounterTests {
    private let terminal = RecordingTerminal(size: Size(width: 80, height: 24))
    private let source = ScriptedSource()
    private static let teas = [Tea(id: "green", name: "녹차", minutes: 3), Tea(id: "black", name: "홍차", minutes: 5)]

    private func withOpenShop(_ words: Words = .korean, _ body: () async -> Void) async {
        let repository = SectionRepository(sections: SectionDefinition.menu, unopened: [.teas], source: source)
        let loop = ShopLoop(
            device: terminal, repository: repository, counters: [.menu(), ShopCounter(TeaCounter(), TeaService())],
            words: words)
        async let running: Void = loop.run()
        await source.answer(.main, [Fixture.galbi])
        await terminal.wait { $0.contains("떡갈비") }
        terminal.press(.character("2"))
        await source.answer(.teas, AddedCounterTests.teas)
        await terminal.wait { $0.contains("홍차") }
        await body()
        terminal.press(.escape, .escape, .character("q"))
        await running
    }

    @Test func itsTabItsSectionAndItsKeysAreShown() async throws {
        await withOpenShop {
            await terminal.wait { $0.contains("2 찻집") && $0.contains("tea/list") && $0.contains("우리기") }
        }
        let frame = try #require(terminal.frame)
        #expect(frame.contains("3분 우린 차") && frame.contains("5분 우린 차"))
        #expect(source.requests.all.count { $0 == .teas } == 1)
    }

    @Test func itsCommandAsksItsServiceAndAToastTellsTheResult() async throws {
        await withOpenShop {
            terminal.press(.down, .enter)
            await terminal.wait { $0.contains("홍차 나왔습니다.") }
        }
        #expect(try #require(terminal.frame).contains("1잔"))
    }

    @Test func itsFormTakesLettersAndItsAnswer() async throws {
        await withOpenShop {
            terminal.press(.character("w"))
            await terminal.wait { $0.contains("무슨 차를 드릴까요?") && $0.showsCursor }
            terminal.press(.character("말"), .character("차"), .enter)
            await terminal.wait { $0.contains("말차 나왔습니다.") }
        }
        #expect(try #require(terminal.frame).panels.allSatisfy { $0.region != Region("tea-form") })
    }

    @Test func itsWordsAreThereInTheOtherLanguageAndInTheHelp() async throws {
        await withOpenShop(.english) {
            await terminal.wait { $0.contains("2 Teahouse") && $0.contains("brew") }
            terminal.press(.character("?"), .end)
            await terminal.wait { $0.contains("wish for another tea") }
        }
        #expect(terminal.frame?.contains("Teahouse") == true)
    }
}

// MARK: - The counter

extension CounterID { fileprivate static let tea = CounterID("tea") }
extension SectionID { fileprivate static let teas = SectionID(path: "tea/list") }
extension SectionDefinition { fileprivate static let teas = SectionDefinition(.teas, rows: Tea.self) }

/// A row of its section.
private struct Tea: SectionRow, Codable {
    let id: String
    let name: PlainText
    let minutes: Int
}

extension Command {
    fileprivate static let brew = Command(
        "tea.brew", help: LocalizedText("차 우리기", "brew the tea"), hint: LocalizedText("우리기", "brew"))
    fileprivate static let demand = Command("tea.wish", help: LocalizedText("다른 차 청하기", "wish for another tea"))
}

extension KeyTable {
    fileprivate static let teahouse: KeyTable = [
        KeyBinding(.brew, .enter, hint: .important), KeyBinding(.demand, .character("w")),
    ]
}

private struct TeaCounter: ShopApp.Counter {
    /// Teas brewed so far.
    var brewed = 0

    var id: CounterID { .tea }
    var name: LocalizedText { LocalizedText("찻집", "Teahouse") }
    var empty: LocalizedText { LocalizedText("차가 없습니다.", "No tea today.") }
    var sections: [SectionDefinition] { [.teas] }
    var helpTopics: [HelpTopic] { [HelpTopic(name, .teahouse)] }

    func keyTable(beside list: KeyTable) -> KeyTable { .teahouse + list }

    func handle(_ command: Command, _ state: inout ShopState) -> [Effect]? {
        switch command {
        case .brew: return state.list.selected(Tea.self).map { [.tea(.brew($0.name))] } ?? []
        case .demand:
            state.layers[TeaForm.self] = TeaForm()
            return []
        default: return nil
        }
    }

    func receive(_ event: TeaEvent, _ state: inout ShopState) -> [Effect] {
        guard case .brewed(let tea) = event else { return [] }
        state[TeaCounter.self]?.brewed += 1
        return state.toast.queue(Toast(Localized(korean: ["\(tea) 나왔습니다."], english: ["Your \(tea), please."])))
    }

    func note(_ words: Words) -> String? {
        brewed > 0 ? LocalizedText("\(brewed)잔", "\(brewed) cups")[words.language] : nil
    }

    func rowStyle(of section: SectionID, in state: ShopState) -> any RowStyle { TeaRowStyle() }
}

private struct TeaRowStyle: RowStyle {
    func lines(of tea: Tea, _ context: RowContext) -> [Line] {
        let layout = context.layout
        var title = LineBuilder(width: layout.width, margin: layout.margin)
        title.left(tea.name.string, .bold)
        var second = LineBuilder(width: layout.width, margin: layout.margin)
        let brewing = LocalizedText("\(tea.minutes)분 우린 차", "brewed for \(tea.minutes) minutes")
        second.left(brewing[context.words.language], .dim)
        return [title.line, second.line] + Array(repeating: .blank, count: max(0, layout.rowHeight - 2))
    }
}

private enum TeaRequest: CounterRequest { case brew(PlainText) }

private enum TeaEvent: CounterEvent {
    case brewed(PlainText)
    var replacementKey: String? { nil }
}

extension Effect {
    fileprivate static func tea(_ request: TeaRequest) -> Effect { .request(AnyCounterRequest(request)) }
}

private struct TeaService: CounterService {
    func perform(_ request: TeaRequest, _ runner: RequestRunner) -> TeaEvent? {
        switch request {
        case .brew(let tea): runner.startLasting { TeaEvent.brewed(tea) }
        }
        return nil
    }
}

/// The form: which tea is wished for.
private struct TeaForm: FormLayer {
    enum Stop { case tea }
    var form = Form<Stop, Never, Never>([(.tea, .text(TextField()))], focus: .tea)

    var keyTable: KeyTable { .text }
    var helpTopic: HelpTopic { HelpTopic(nil, .text) }

    func handle(_ command: Command, _ state: inout ShopState) -> [Effect] {
        guard command == .leaveField else { return handleForm(command, &state) }
        return leave(&state) + [.tea(.brew(form.text(.tea).value))]
    }

    func submit(_ state: inout ShopState) -> [Effect] { [] }

    func draw(_ context: LayerContext, _ words: Words) -> LayerPicture {
        let question = LocalizedText("무슨 차를 드릴까요?", "Which tea would you like?")[words.language]
        let view = FormView(form: form, layout: context.layout, labels: 5, spinner: context.spinner)
        return view.picture(Region("tea-form"), title: question, [view.text("차", .tea)])
    }
}
