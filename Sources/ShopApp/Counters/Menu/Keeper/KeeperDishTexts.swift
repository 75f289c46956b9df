import Domain
import ShopClient
import TerminalText

/// The strings for the keeper's changes of a dish.
struct KeeperDishTexts: Texts {
    let words: Words

    var title: String { say("가격과 남은 수", "Price and number left") }
    var now: String { say("지금", "Now") }
    var inFile: String { say("파일", "In file") }
    /// Shown beside the price in the file if the present price differs.
    var changedHere: String { say("여기서 바꿈", "changed here") }
    var newPrice: String { say("새 가격", "New price") }
    /// The label of the number of those that are left.
    var left: String { say("남은 수", "In stock") }
    var set: String { say("변경", "Set") }
    var reset: String { say("파일 가격으로", "File's price") }
    /// The label of the availability.
    var sale: String { say("판매", "Sale") }
    var resetSale: String { say("파일대로 판매", "File's sale") }
    var cancel: String { say("취소", "Cancel") }
    var sending: String { say("보내는 중", "sending") }

    var amounts: String {
        let most = Won(DishPrice.amounts.upperBound).text
        return say("0원부터 \(most)까지 입력할 수 있습니다.", "A dish costs 0 to \(most).")
    }

    var counts: String {
        let most = Dish.counts.upperBound
        return say("남은 수는 0부터 \(most)까지이고, 비우면 세지 않습니다.", "0 to \(most) left; empty: not counted.")
    }

    /// What holds if no number is given, for a dish of which the file says this one.
    func uncounted(inFile count: Int?) -> String {
        count.map { say("파일대로 \($0)개", "as in file: \($0)") } ?? say("세지 않음", "not counted")
    }

    func isSoldOut(_ isSoldOut: Bool) -> String { isSoldOut ? say("품절", "sold out") : say("판매 중", "on sale") }

    /// The availability in the file, shown if it was changed here.
    func saleInFile(_ isSoldOut: Bool) -> String { say("파일: ", "in file: ") + self.isSoldOut(isSoldOut) }

    /// What was changed for another dish of the same hash, and does not apply.
    func setAside(_ change: KeeperDish.SetAside) -> String {
        let what = [change.price?.text, change.isSoldOut.map(isSoldOut)].compactMap(\.self).joined(separator: ", ")
        let dish = change.title.isEmpty ? say("이전 반찬", "the former dish") : change.title.string
        return say("\(dish)에 정한 \(what)은 적용하지 않습니다.", "Set for \(dish), does not apply: \(what).")
    }

    /// The result of a change, for a toast.
    func report(_ report: DishReport) -> String {
        guard case .changed(let dish) = report.outcome else { return failed(report.outcome) }
        let key = words.keyName(.turnSoldOut, in: .keeperDish)
        switch report.draft.change {
        case .soldOut(true): return say("품절로 표시했습니다. \(key) 키로 되돌립니다.", "It is marked sold out. \(key) undoes it.")
        case .soldOut(false):
            return say("다시 주문할 수 있습니다. \(key) 키로 되돌립니다.", "It can be ordered again. \(key) undoes it.")
        case .price(let price):
            let price = (dish?.price ?? price).text
            return say("이제 \(price)입니다.", "It costs \(price) now.")
        case .fileAvailability:
            guard let dish else { return say("메뉴 파일대로 되돌렸습니다.", "It is as in the file.") }
            let sale = isSoldOut(dish.isSoldOut)
            return say("메뉴 파일대로 \(sale)입니다.", "As in the file: \(sale).")
        case .filePrice:
            guard let dish else { return say("메뉴 파일의 가격으로 되돌렸습니다.", "It costs what the file says.") }
            return say("메뉴 파일대로 \(dish.price.text)입니다.", "It costs \(dish.price.text), as in the file.")
        case .count(let count):
            let count = dish?.count ?? count
            return say("이제 \(count)개 남았습니다.", "\(count) left now.")
        case .fileCount:
            guard let count = dish?.count else { return say("남은 수를 세지 않습니다.", "It is not counted.") }
            return say("메뉴 파일대로 \(count)개 남았습니다.", "\(count) left, as in the file.")
        }
    }

    /// The reason why a change failed.
    func failed(_ outcome: DishOutcome) -> String {
        switch outcome {
        case .changed: ""
        case .refused(409):
            say(
                "그 사이 다른 반찬으로 바뀌었습니다. 닫고 다시 열어 주세요.",
                "It is another dish by now. Please close this and look again.")
        case .refused(401), .refused(403):
            say("반찬은 가게 주인만 바꿀 수 있습니다.", "Only the keeper of the shop can change dishes.")
        case .refused(404): say("이제 없는 반찬입니다.", "There is no such dish any more.")
        case .refused(let status):
            say("서버가 \("\(status)".with(.direction)) 거절했습니다.", "The server refused with status \(status).")
        case .unanswered(let failure):
            say(
                "\(words.language.unanswered(failure)) 바뀌었는지 모릅니다. 다시 눌러 주세요.",
                "\(words.language.unanswered(failure)): nobody knows whether it changed. Please try again.")
        }
    }
}

extension Words {
    var keeperDish: KeeperDishTexts { KeeperDishTexts(words: self) }
}
