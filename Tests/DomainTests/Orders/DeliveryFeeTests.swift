import Domain
import Foundation
import TestPeers
import Testing

@Suite struct DeliveryFeeTests {
    @Test(
        arguments: [
            ("2,500원 (40,000원 이상 구매 시 무료)", 2_500, 40_000), ("3000원", 3_000, nil), ("0원", 0, nil),
            (" 2,500 원(30,000원 이상 구매시 무료) ", 2_500, 30_000), ("2,500원 (30,000원 이상 무료)", 2_500, 30_000),
        ] as [(String, Int, Int?)])
    func aTextInTheFormOfAFeeIsAFee(_ text: String, _ fee: Int, _ limit: Int?) {
        let expected = DeliveryFee(amount: Won(fee), freeFrom: limit.map { Won($0) })
        #expect(DeliveryFee(understanding: text) == expected)
        #expect(DeliveryFee(text) == expected)
    }

    @Test(arguments: [
        "", "무료", "원", ",원", "٣원", "-5원", "2,500", "새벽 배송 3,500원, 택배 3,000원 (40,000원 이상 무료)", "3,500원 / 4,000원",
        "무료 배송 (제주와 도서 지역은 3,000원 추가)", "2,500원 (30,000원 이상)", "2,500원 (제주 1,000원)", "2,500원 (무료)",
        "99999999999999999999999원", "2,50원 (40,000원 이상 구매 시 무료)", "2,500원 (4,0000원 이상 구매 시 무료)",
        "2,500원 (40,000원 이상 구매 시 무료) 제주 제외",
    ])
    func anyOtherTextChargesNothing(_ text: String) {
        #expect(DeliveryFee(understanding: text) == nil)
        #expect(DeliveryFee(text) == DeliveryFee(amount: Won(0)))
    }

    @Test func whateverIsReadIsAFeeWithinBounds() {
        var random = SeededGenerator(seed: 5)
        let pieces = ["1", "9", "0", ",", "원", "이상", "무료", " ", "\u{0}", "\u{301}", "가", "(", "😀"]
        for _ in 0..<2_000 {
            let length = Int.random(in: 0...60, using: &random)
            let text = (0..<length).compactMap { _ in pieces.randomElement(using: &random) }.joined()
            #expect((0...1_000_000_000).contains(DeliveryFee(text).amount.amount))
        }
        #expect(DeliveryFee(String(repeating: "9", count: 1_000_000) + "원") == DeliveryFee(amount: Won(0)))
    }

    private func charged(_ lines: (DeliveryFee?, Int)...) -> Int {
        DeliveryFee.charged(for: lines.map { (fee: $0.0, total: Won($0.1)) }).amount
    }

    @Test func severalDishesPayTheLargestFeeOnceAndNothingFromItsLimitOn() {
        let (small, large) = (
            DeliveryFee(amount: Won(2_500), freeFrom: Won(15_000)),
            DeliveryFee(amount: Won(3_000), freeFrom: Won(40_000))
        )
        #expect(charged() == 0)
        #expect(charged((small, 14_999)) == 2_500)
        #expect(charged((small, 15_000)) == 0)
        #expect(charged((small, 20_000), (large, 10_000)) == 3_000)
        #expect(charged((large, 10_000), (small, 30_000)) == 0)
        // Items that are not delivered cost no fee, and do not count towards free delivery.
        #expect(charged((large, 39_999), (nil, 5_000)) == 3_000)
        #expect(charged((nil, 5_000)) == 0)
        // If fees are equal, the one with the lower limit for free delivery applies, regardless of order.
        let late = DeliveryFee(amount: Won(2_500))
        #expect(charged((late, 8_000), (small, 8_000)) == 0)
        #expect(charged((small, 8_000), (late, 8_000)) == 0)
        #expect(charged((late, 100_000)) == 2_500)
    }
}
