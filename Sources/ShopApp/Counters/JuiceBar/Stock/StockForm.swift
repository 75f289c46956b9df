/// A form that edits counts. The notice of an invalid count stays until the next edit.
protocol StockForm: FormLayer where Notice == StockNotice {}

extension StockForm {
    var helpTopic: HelpTopic? { .stock }

    mutating func edited(from before: Self, _ owner: inout Owner, _ shell: inout ShellContext) -> [Owner.Request] {
        if notice == .count { form.notice = nil }
        return []
    }
}
