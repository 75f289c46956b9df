import Domain
import ShopClient
import ShopHTTP
import TerminalText

extension DrinksWords {
    static let korean = DrinksWords(
        counter: "음료", empty: "아직 들어온 음료가 없습니다.", offer: KoreanMachine.offer, left: { "\($0)개 남음" },
        traits: KoreanMachine.traits,
        balance: "잔액", unknown: { "잔액을 알 수 없습니다: \($0)" }, sending: "보내는 중", bought: { "구매한 음료 \($0)" },
        nothingBought: KoreanMachine.nothingBought, moneyKeys: { "\($0) 넣기" },
        noChange: "돌려받을 돈이 없습니다.", report: KoreanMachine.report, question: KoreanMachine.question,
        seen: "확인", yes: "예", no: "아니오",
        viewName: KoreanMachine.name, viewIsEmpty: KoreanMachine.nothing,
        keeperOnly: [
            "자판기 관리는 가게 주인만 볼 수 있습니다.", "주인이라면 banchan --keeper-token-file 파일 로 열어 주세요.",
        ],
        expired: { "기한 지남 \($0)" }, noneExpired: "기한이 지난 것이 없습니다.", cups: { "\($0)개" }, total: "합계",
        nothingSold: "아직 팔린 음료가 없습니다.", range: "0개부터 100개까지", notice: KoreanMachine.notice)
}

private enum KoreanMachine {
    static func offer(_ offer: DrinksAppearance.Offer) -> String {
        switch offer {
        case .buying: "나오는 중"
        case .affordable: "구매 가능"
        case .soldOut: "품절"
        case .expired: "기한 지남"
        case .insufficientBalance(let missing?): "\(missing.text) 모자람"
        case .insufficientBalance(nil): "모자람"
        }
    }

    static func traits(_ drink: Drink) -> [String] {
        (drink.expiresOn.map { ["유통기한 \($0.dashed)"] } ?? []) + drink.properties.map(text)
    }

    private static func text(_ property: DrinkProperty) -> String {
        switch property {
        case .strawberryShare(let share): "딸기 \(share)%"
        case .cocoaShare(let share): "코코아 \(share)%"
        case .bananaShare(let share): "바나나 \(share)%"
        case .sugar(let grams): "당 \(grams)g"
        case .caffeine(let milligrams): "카페인 \(milligrams)mg"
        case .citrusShare(let share): "레몬라임 \(share)%"
        case .fruit(let fruit): "\(fruit)맛"
        case .temperature(let celsius): "온도 \(celsius)도"
        case .beans(let origin): "\(origin) 원두"
        case .milkShare(let share): "우유 \(share)%"
        case .roast(.light): "약하게 볶음"
        case .roast(.medium): "알맞게 볶음"
        case .roast(.dark): "진하게 볶음"
        }
    }

    static func report(_ report: DrinkReport) -> [String] {
        switch (report.draft.action, report.outcome) {
        case (.buy(_, let name, _), .bought(let sold)): ["\((sold?.drink.title ?? name)[.korean]) 나왔습니다! 맛있게 드세요!"]
        case (.returnChange, .returned(let amount?)): ["거스름돈 \(amount.text)을 돌려받았습니다."]
        case (.returnChange, .returned(nil)): ["거스름돈을 돌려받았습니다."]
        case (.restock(_, let name), .kept): [name[.korean].string, "재고를 변경했습니다."]
        case (.removeExpired(_, let name), .kept): [name[.korean].string, "기한이 지난 음료를 뺐습니다."]
        case (.buy(_, let name, _), let outcome), (.restock(_, let name), let outcome),
            (.removeExpired(_, let name), let outcome):
            [name[.korean].string, failed(outcome)]
        case (_, let outcome): [failed(outcome)]
        }
    }

    private static func failed(_ outcome: DrinkOutcome) -> String {
        switch outcome {
        case .inserted, .bought, .returned, .kept: ""
        case .insufficientBalance(let missing?): "\(missing.text)이 모자랍니다."
        case .insufficientBalance(nil): "돈이 모자랍니다."
        case .unavailable(.soldOut): "다 팔렸습니다."
        case .otherPrice(let price): "이제 \(price.text)입니다. 사지 않았습니다."
        case .unavailable(.expired): "기한이 지나 팔지 않습니다."
        case .full: "돈을 더 넣을 수 없습니다 (\(DrinksMachine.maxBalance.text)까지)."
        case .changedMeanwhile: "그 사이 재고가 바뀌어 그대로 두었습니다."
        case .refused(401), .refused(403): "가게 주인만 할 수 있습니다."
        case .refused(404): "이제 없는 음료입니다."
        case .refused(429): "가게가 바쁩니다. 잠시 뒤에 다시 눌러 주세요."
        case .refused(let status): "서버가 \("\(status)".with(.direction)) 거절했습니다."
        case .unanswered(let failure) where !failure.mayHaveArrived: "서버에 연결할 수 없습니다. 바뀐 것은 없습니다."
        case .unanswered: "서버가 응답하지 않습니다. 다시 누르면 같은 요청을 다시 보냅니다."
        }
    }

    static func nothingBought(_ words: Words) -> String {
        let keys = MachineKeys(words)
        return "아직 구매한 음료가 없습니다. \(keys.thousand), \(keys.fiveThousand) 키로 돈을 넣고 \(keys.buy) 키로 삽니다."
    }

    static func question(_ question: DrinksQuestion, _ words: Words) -> [String] {
        switch question {
        case .buy(let drink, let balance):
            ["\(drink.price.text)입니다. 살까요?"] + (balance.map { [left($0, after: drink)] } ?? [])
        case .removeExpired(let drink): ["기한이 지난 \(drink.expired)개를 뺄까요?"]
        case .insufficientBalance(_, let missing?): ["\(missing.text)이 모자랍니다.", notes(words)]
        case .insufficientBalance(_, nil): ["돈이 모자랍니다.", notes(words)]
        case .unavailable(_, .soldOut): ["다 팔렸습니다.", "돈은 그대로 있습니다."]
        case .unavailable(_, .expired): ["기한이 지나 팔지 않습니다.", "돈은 그대로 있습니다."]
        case .leave(let balance): ["\(balance.text)을 돌려받고 나갈까요?"]
        case .leaveBalance(let balance):
            [
                "\(balance.text)을 두고 나갈까요?", "서버가 응답하지 않아 돌려받지 못했습니다. 다음에 오면 그대로 있습니다.",
            ]
        }
    }

    private static func left(_ balance: Won, after drink: Drink) -> String {
        "잔액 \(balance.text)에서 \(Won(balance.amount - drink.price.amount).text)이 남습니다."
    }

    private static func notes(_ words: Words) -> String {
        let keys = MachineKeys(words)
        return "\(keys.thousand) 1,000원, \(keys.fiveThousand) 5,000원 넣기"
    }

    static func name(_ view: AdminScreen.View) -> String {
        switch view {
        case .stock: "재고"
        case .expired: "기한 지남"
        case .hot: "뜨거운 음료"
        case .sales: "판매"
        }
    }

    static func nothing(_ view: AdminScreen.View) -> String {
        switch view {
        case .stock: "아직 들어온 음료가 없습니다."
        case .expired: "기한이 지난 음료가 없습니다."
        case .hot: "뜨거운 음료가 없습니다."
        case .sales: "아직 팔린 음료가 없습니다."
        }
    }

    static func notice(_ notice: StockNotice) -> String {
        switch notice {
        case .changed: "그 사이 재고가 바뀌었습니다. 새 숫자를 확인해 주세요."
        case .count: "0개부터 100개까지 둘 수 있습니다."
        case .refused(401), .refused(403): "재고는 가게 주인만 바꿀 수 있습니다."
        case .refused(let status): "서버가 \("\(status)".with(.direction)) 거절해 재고를 바꾸지 못했습니다."
        case .unanswered: "서버가 응답하지 않습니다. 입력한 내용은 그대로입니다. 다시 눌러 주세요."
        }
    }
}
