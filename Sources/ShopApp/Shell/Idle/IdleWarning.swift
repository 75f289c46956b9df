import Canvas
import Terminal

/// The warning before a log-out, above everything else. Any key dismisses it.
struct IdleWarning: ShellLayer {
    var secondsLeft: Int

    var keyTable: KeyTable { [KeyBinding(.stay, .enter, .escape, .character(" "), hint: .important)] }

    /// Does nothing, because the shell handles every key first: see `ShopState.stay()`.
    mutating func handle(_ command: Command, _ shell: inout ShellContext) {}

    func draw(_ context: LayerContext, _ words: Words) -> LayerPicture {
        let layout = context.layout.whole
        let title = LocalizedText("아직 계십니까?", "Still there?")[words.language]
        let unit = secondsLeft == 1 ? "second" : "seconds"
        let countdown = LocalizedText("\(secondsLeft)초 뒤에 나갑니다.", "You leave in \(secondsLeft) \(unit).")
        let advice = LocalizedText("아무 키나 누르면 그대로 계실 수 있습니다.", "Press any key to stay.")
        let rows =
            ModalRow.sentence(countdown[words.language], in: layout)
            + ModalRow.sentence(advice[words.language], .plain, .wanted, in: layout)
        let modal = Modal(layout: layout, region: Region("idle"), title: title, rows: rows)
        return LayerPicture(panels: [modal.panel], cursor: modal.point(ofRow: 0, column: 0))
    }
}

extension Command {
    static let stay = Command("idle.stay", help: ("그대로 있기", "stay"), hint: ("그대로 있기", "stay"))
}
