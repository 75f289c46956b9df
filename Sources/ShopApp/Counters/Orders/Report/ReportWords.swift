/// The strings of a day's report.
struct ReportWords: Sendable {
    let title: String
    let today: String
    let nothing: String
    let fees: String
    let byItem: String
    let byCounter: String
    let byHour: String
    /// The text of an hour from 0 to 23.
    let hour: @Sendable (Int) -> String

    fileprivate static let korean = ReportWords(
        title: "하루 매출", today: "오늘", nothing: "이날은 주문이 없습니다.", fees: "그중 배송비", byItem: "상품별",
        byCounter: "코너별", byHour: "시간별", hour: { "\($0 < 10 ? " " : "")\($0)시" })

    fileprivate static let english = ReportWords(
        title: "Day's report", today: "today", nothing: "There were no orders on this day.", fees: "of that delivery",
        byItem: "By item", byCounter: "By counter", byHour: "By hour", hour: { "\($0 < 10 ? "0" : "")\($0):00" })
}

extension Words {
    var report: ReportWords { Localized(korean: .korean, english: .english)[language] }
}
