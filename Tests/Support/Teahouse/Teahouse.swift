// The shell's internal declarations are visible in a debug build only, which is what tests use.
#if DEBUG
    import Canvas
    import Domain
    import ShopClient
    import Terminal
    import TerminalText

    @testable import ShopApp

    /// A counter that is not part of the shop. This file is all that adding one takes, besides one line to register it.
    struct TeaCounter: ShopApp.Counter {
        /// The number of teas brewed so far.
        var brewed = 0

        var id: CounterID { .tea }
        var name: LocalizedText { LocalizedText("찻집", "Teahouse") }
        var empty: LocalizedText { LocalizedText("차가 없습니다.", "No tea today.") }
        func rowName(in section: SectionID) -> LocalizedText { LocalizedText("차", "tea") }
        var sections: [SectionDefinition] { [.teas] }
        var helpTopics: [HelpTopic] { [HelpTopic(name, .teahouse)] }

        func keyTable(beside list: KeyTable) -> KeyTable { .teahouse + list }

        func handle(_ command: Command, _ shell: inout ShellContext) -> [TeaRequest]? {
            switch command {
            case .brew: return shell.list.selected(Tea.self).map { [.brew($0.name)] } ?? []
            case .demand:
                shell[TeaForm.self] = TeaForm()
                return []
            default: return nil
            }
        }

        mutating func receive(_ event: TeaEvent, _ shell: inout ShellContext) -> [TeaRequest] {
            guard case .brewed(let tea) = event else { return [] }
            brewed += 1
            shell.ring()
            shell.queue(Toast(Localized(korean: ["\(tea) 나왔습니다."], english: ["Your \(tea), please."])))
            return []
        }

        func note(_ words: Words) -> String? {
            brewed > 0 ? LocalizedText("\(brewed)잔", "\(brewed) cups")[words.language] : nil
        }

        func rowStyle(of section: SectionID, in list: SectionedList) -> any RowStyle { TeaRowStyle() }
    }

    struct TeaRowStyle: RowStyle {
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

    enum TeaRequest: CounterRequest { case brew(PlainText) }

    enum TeaEvent: CounterEvent {
        case brewed(PlainText)
        var replacementKey: String? { nil }
    }

    struct TeaService: CounterService {
        func perform(_ request: TeaRequest, _ runner: RequestRunner<TeaEvent>) -> TeaEvent? {
            switch request {
            case .brew(let tea): runner.startUnreplaced { .brewed(tea) }
            }
            return nil
        }
    }

    /// The form that asks which tea the guest would like.
    struct TeaForm: FormLayer {
        enum Stop { case tea }
        var form = Form<Stop, Never, Never>([(.tea, .text(TextField()))], focus: .tea)

        var keyTable: KeyTable { .text }

        mutating func handle(
            _ command: Command, _ teahouse: inout TeaCounter, _ shell: inout ShellContext
        ) -> [TeaRequest] {
            guard command == .leaveField else { return handleForm(command, &teahouse, &shell) }
            return leave(&teahouse, &shell) + [.brew(form.text(.tea).value)]
        }

        func submit(_ teahouse: inout TeaCounter, _ shell: inout ShellContext) -> [TeaRequest] { [] }

        func draw(_ context: LayerContext, _ words: Words) -> LayerPicture {
            let question = LocalizedText("무슨 차를 드릴까요?", "Which tea would you like?")[words.language]
            let view = FormView(form: form, layout: context.layout, labels: 5, spinner: context.spinner)
            return view.picture(Region("tea-form"), title: question, [view.text("차", .tea)])
        }
    }

    extension CounterID { static let tea = CounterID("tea") }
    extension SectionID { static let teas = SectionID(path: "tea/list") }
    extension SectionDefinition { static let teas = SectionDefinition(.teas, rows: Tea.self) }

    /// A row of the tea section.
    struct Tea: SectionRow, Codable {
        let id: String
        let name: PlainText
        let minutes: Int
    }

    extension Command {
        static let brew = Command(
            "tea.brew", help: LocalizedText("차 우리기", "brew the tea"), hint: LocalizedText("우리기", "brew"))
        static let demand = Command("tea.wish", help: LocalizedText("다른 차 청하기", "wish for another tea"))
    }

    extension KeyTable {
        static let teahouse: KeyTable = [
            KeyBinding(.brew, .enter, hint: .important), KeyBinding(.demand, .character("w")),
        ]
    }
#endif
