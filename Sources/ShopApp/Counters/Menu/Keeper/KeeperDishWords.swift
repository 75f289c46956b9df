import Domain
import ShopClient
import ShopHTTP
import TerminalText

/// The strings for the keeper's changes of a dish.
struct KeeperDishWords: Sendable {
    let title: String
    let now: String
    let inFile: String
    /// Shown beside the price in the file if the present price differs.
    let changedHere: String
    let newPrice: String
    let amounts: String
    let set: String
    let reset: String
    /// The label of the availability.
    let sale: String
    let isSoldOut: @Sendable (Bool) -> String
    /// The availability in the file, shown if it was changed here.
    let saleInFile: @Sendable (Bool) -> String
    let resetSale: String
    /// What was changed for another dish of the same hash, and does not apply.
    let setAside: @Sendable (KeeperDish.SetAside) -> String
    let cancel: String
    let sending: String
    /// The result of a change, for a toast.
    let report: @Sendable (DishReport, Words) -> String
    /// The reason why a change failed.
    let failed: @Sendable (DishOutcome) -> String
}

extension KeeperDishWords {
    fileprivate static let korean = KeeperDishWords(
        title: "가격 변경", now: "지금", inFile: "파일", changedHere: "여기서 바꿈", newPrice: "새 가격",
        amounts: "0원부터 \(Won(DishPrice.amounts.upperBound).text)까지 입력할 수 있습니다.", set: "변경",
        reset: "파일 가격으로", sale: "판매", isSoldOut: { $0 ? "품절" : "판매 중" },
        saleInFile: { "파일: \($0 ? "품절" : "판매 중")" }, resetSale: "파일대로 판매", setAside: Korean.setAside, cancel: "취소",
        sending: "보내는 중",
        report: Korean.report, failed: Korean.failed)

    fileprivate static let english = KeeperDishWords(
        title: "Change the price", now: "Now", inFile: "In file", changedHere: "changed here", newPrice: "New price",
        amounts: "A dish costs 0 to \(Won(DishPrice.amounts.upperBound).text).", set: "Set", reset: "File's price",
        sale: "Sale", isSoldOut: { $0 ? "sold out" : "on sale" },
        saleInFile: { "in file: \($0 ? "sold out" : "on sale")" }, resetSale: "File's sale", setAside: English.setAside,
        cancel: "Cancel", sending: "sending the price", report: English.report, failed: English.failed)
}

private enum Korean {
    static func report(_ report: DishReport, _ words: Words) -> String {
        guard case .changed(let dish) = report.outcome else { return failed(report.outcome) }
        let key = words.keyName(.turnSoldOut, in: .keeperDish(true))
        return switch report.draft.change {
        case .soldOut(true): "품절로 표시했습니다. \(key) 키로 되돌립니다."
        case .soldOut(false): "다시 주문할 수 있습니다. \(key) 키로 되돌립니다."
        case .price(let price): "이제 \((dish?.price ?? price).text)입니다."
        case .fileAvailability: dish.map { "메뉴 파일대로 \($0.isSoldOut ? "품절" : "판매 중")입니다." } ?? "메뉴 파일대로 되돌렸습니다."
        case .filePrice: dish.map { "메뉴 파일대로 \($0.price.text)입니다." } ?? "메뉴 파일의 가격으로 되돌렸습니다."
        }
    }

    static func setAside(_ change: KeeperDish.SetAside) -> String {
        let what = [change.price?.text, change.isSoldOut.map { $0 ? "품절" : "판매 중" }].compactMap(\.self)
        let dish = change.title.isEmpty ? "이전 반찬" : change.title.string
        return "\(dish)에 정한 \(what.joined(separator: ", "))은 적용하지 않습니다."
    }

    static func failed(_ outcome: DishOutcome) -> String {
        switch outcome {
        case .changed: ""
        case .refused(409): "그 사이 다른 반찬으로 바뀌었습니다. 닫고 다시 열어 주세요."
        case .refused(401), .refused(403): "반찬은 가게 주인만 바꿀 수 있습니다."
        case .refused(404): "이제 없는 반찬입니다."
        case .refused(let status): "서버가 \("\(status)".with(.direction)) 거절했습니다."
        case .unanswered: "서버가 응답하지 않아 바뀌었는지 모릅니다. 다시 눌러 주세요."
        }
    }
}

private enum English {
    static func report(_ report: DishReport, _ words: Words) -> String {
        guard case .changed(let dish) = report.outcome else { return failed(report.outcome) }
        let key = words.keyName(.turnSoldOut, in: .keeperDish(true))
        return switch report.draft.change {
        case .soldOut(true): "It is marked sold out. \(key) undoes it."
        case .soldOut(false): "It can be ordered again. \(key) undoes it."
        case .price(let price): "It costs \((dish?.price ?? price).text) now."
        case .fileAvailability:
            dish.map { "As in the file: \($0.isSoldOut ? "sold out" : "on sale")." } ?? "It is as in the file."
        case .filePrice: dish.map { "It costs \($0.price.text), as in the file." } ?? "It costs what the file says."
        }
    }

    static func setAside(_ change: KeeperDish.SetAside) -> String {
        let what = [change.price?.text, change.isSoldOut.map { $0 ? "sold out" : "on sale" }].compactMap(\.self)
        let dish = change.title.isEmpty ? "the former dish" : change.title.string
        return "Set for \(dish), does not apply: \(what.joined(separator: ", "))."
    }

    static func failed(_ outcome: DishOutcome) -> String {
        switch outcome {
        case .changed: ""
        case .refused(409): "It is another dish by now. Please close this and look again."
        case .refused(401), .refused(403): "Only the keeper of the shop can change dishes."
        case .refused(404): "There is no such dish any more."
        case .refused(let status): "The server refused with status \(status)."
        case .unanswered: "No answer: nobody knows whether it changed. Please try again."
        }
    }
}

extension Words {
    var keeperDish: KeeperDishWords { Localized(korean: .korean, english: .english)[language] }
}
