import Canvas
import Domain
import ShopClient
import Terminal
import TerminalText

@testable import ShopApp

/// A counter that is not part of the shop. This file is all that adding one takes, besides one line to register it.
struct TeaCounter: ShopApp.Counter, NotesAtEdge {
    /// The number of teas brewed so far.
    var brewed = 0

    let id = CounterID("tea")
    let texts = CounterTexts(
        title: LocalizedText("찻집", "Teahouse"), empty: LocalizedText("차가 없습니다.", "No tea today."),
        row: LocalizedText("차", "tea"))
    let sections = [SectionDefinition(SectionID(path: "tea/list"), rows: Tea.self)]

    func keys(on list: SectionedList?) -> CounterKeys {
        CounterKeys([KeyBinding(.brew, .enter, hint: .important), KeyBinding(.demand, .character("w"))])
    }

    func handle(_ command: Command, _ shell: inout ShellContext) -> [TeaRequest]? {
        switch command {
        case .brew: return shell.list.selected(Tea.self).map { [.brew($0.name)] } ?? []
        case .demand: shell[TeaForm.self] = TeaForm()
        default: return nil
        }
        return []
    }

    mutating func receive(_ event: TeaEvent, _ shell: inout ShellContext) -> [TeaRequest] {
        brewed += 1
        shell.ring()
        shell.queue(Toast(.note, Localized { [$0.say("\(event.tea) 나왔습니다.", "Your \(event.tea), please.")] }))
        return []
    }

    func notes(_ words: Words) -> [String] { brewed > 0 ? [words.say("\(brewed)잔", "\(brewed) cups")] : [] }
    func rowStyle(of section: SectionID, in list: SectionedList) -> any RowStyle { TeaRowStyle() }
}

struct TeaRowStyle: RowStyle {
    func lines(of tea: Tea, _ context: RowContext) -> [Line] {
        let brewing = context.words.say("\(tea.minutes)분 우린 차", "brewed for \(tea.minutes) minutes")
        return context.lines { number, line in
            if number < 2 { line.left([tea.name.string, brewing][number], [.bold, .dim][number]) }
        }
    }
}

enum TeaRequest: CounterRequest { case brew(PlainText) }
struct TeaEvent: CounterEvent { let tea: PlainText }

struct TeaService: CounterService {
    func perform(_ request: TeaRequest, _ runner: RequestRunner<TeaEvent>) -> TeaEvent? {
        if case .brew(let tea) = request { runner.startUnreplaced { TeaEvent(tea: tea) } }
        return nil
    }
}

/// The form that asks which tea the guest would like.
struct TeaForm: FormLayer {
    typealias Owner = TeaCounter
    enum Stop { case tea }
    var form = Form<Stop, Never, Never>([(.tea, .text(TextField()))], focus: .tea)
    var keyTable: KeyTable { [KeyBinding(.apply, .enter, hint: .important)] + KeyTable.text.without(.leaveField) }

    mutating func submit(_ teahouse: inout TeaCounter, _ shell: inout ShellContext) -> [TeaRequest] {
        leave(&teahouse, &shell) + [.brew(form.text(.tea).value)]
    }

    func draw(_ context: LayerContext, _ words: Words) -> LayerPicture {
        let view = FormView(form: form, layout: context.layout, labels: 5, spinner: context.spinner)
        let question = words.say("무슨 차를 드릴까요?", "Which tea would you like?")
        return view.picture(Region("tea-form"), title: question, [view.text("차", .tea)])
    }
}

/// A row of the tea section.
struct Tea: SectionRow, Codable {
    let id: String
    let name: PlainText
    let minutes: Int
}

extension Command {
    static let brew = Command("tea.brew", help: ("차 우리기", "brew the tea"), hint: ("우리기", "brew"))
    static let demand = Command("tea.wish", help: ("다른 차 청하기", "wish for another tea"))
}
