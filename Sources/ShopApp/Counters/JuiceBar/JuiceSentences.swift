import Domain
import TerminalText

/// What the juice bar says: the shop's own words, Korean everywhere.
enum JuiceSentences {
    static func made(_ juice: PlainText) -> String { "\(juice) 나왔습니다! 맛있게 드세요!" }
    static let short = "재료가 모자라요. 재고를 수정할까요?"
    static let yes = "예"
    static let no = "아니오"
    static func missing(_ count: Int) -> String { "\(count)개 모자라요" }
}
