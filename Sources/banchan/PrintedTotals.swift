import Domain
import ShopApp
import Storage

/// Formats the totals of a database copy as text.
struct PrintedTotals {
    let totals: [StoreCopy.Total]
    let language: Language

    var text: String {
        let rows = totals.compactMap { total in
            total.content.map { [label($0), "\(total.rows)", sum(of: total, $0)] }
        }
        return PrintedTable.text([heading] + rows, least: [20, 8, 14], numbers: [1, 2])
    }

    private var heading: [String] {
        switch language {
        case .korean: ["옮긴 것", "개수", "합계"]
        case .english: ["Copied", "Count", "Sum"]
        }
    }

    /// Returns the sum to print, or an empty string: sums of order numbers or versions are only for comparison.
    private func sum(of total: StoreCopy.Total, _ content: StoreCopy.Content) -> String {
        switch content {
        case .orders, .money: total.sum.map { Won($0).text } ?? ""
        case .fruit, .drinks: total.sum.map { "\($0)" } ?? ""
        case .keys, .answers, .messages, .sections, .purchases, .records: ""
        }
    }

    private func label(_ content: StoreCopy.Content) -> String {
        switch (content, language) {
        case (.orders, .korean): "주문"
        case (.orders, .english): "Orders"
        case (.keys, .korean): "주문 요청 번호"
        case (.keys, .english): "Keys of orders"
        case (.answers, .korean): "답한 요청"
        case (.answers, .english): "Answered requests"
        case (.messages, .korean): "보낼 알림"
        case (.messages, .english): "Messages to send"
        case (.sections, .korean): "섹션 버전"
        case (.sections, .english): "Versions of sections"
        case (.fruit, .korean): "과일 재고"
        case (.fruit, .english): "Fruit in stock"
        case (.drinks, .korean): "음료 재고"
        case (.drinks, .english): "Drinks in stock"
        case (.money, .korean): "자판기에 넣은 돈"
        case (.money, .english): "Money in the machine"
        case (.purchases, .korean): "음료 구매"
        case (.purchases, .english): "Drinks bought"
        case (.records, .korean): "그 밖의 기록"
        case (.records, .english): "Other records"
        }
    }
}
