/// A form of counts. That one is no count is told until something else is entered.
protocol StockForm: FormLayer where Notice == StockNotice {}

extension StockForm {
    var helpTopic: HelpTopic? { .stock }

    mutating func edited(from before: Self, _ owner: inout Owner, _ shell: inout ShellContext) -> [Owner.Request] {
        if notice == .count { form.notice = nil }
        return []
    }
}
