/// Asks whether to discard the input of the topmost form.
struct DiscardQuestion<Owner: Counter>: Question {
    func title(_ words: Words) -> String { LocalizedText("저장하지 않음", "Not saved")[words.language] }

    func rows(_ words: Words, _ layout: ListLayout) -> [ModalRow] {
        let sentence = LocalizedText("입력한 내용을 버리고 닫을까요?", "Close and lose what was entered?")
        return ModalRow.sentence(sentence[words.language], in: layout)
    }

    func answers(_ words: Words) -> [String] {
        [LocalizedText("예", "Yes"), LocalizedText("아니오", "No")].map { $0[words.language] }
    }

    func answer(isYes: Bool, _ owner: inout Owner, _ shell: inout ShellContext) -> [Owner.Request] {
        if isYes { shell.closeTop() }
        return []
    }
}
