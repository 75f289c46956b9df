import Domain
import Testing

@Suite struct WonTests {
    @Test(arguments: [
        ("6,500", 6_500), ("7,000원", 7_000), ("0원", 0), (" 12,900 원 ", 12_900), ("1000", 1_000), ("007", 7),
        ("1,000,000,000원", 1_000_000_000), ("999", 999), ("\t12,900\u{A0}원\n", 12_900),
    ])
    func menuTextIsRead(text: String, amount: Int) {
        #expect(Won(menuText: text) == Won(amount))
    }

    @Test(arguments: [
        "", "원", ",", "-1", "+1", "1.5", "1e3", "６,５００", "1원원", "원1", "1,000,000,001원", "abc", "1 won",
        "99999999999999999999", "12,9", "12,90원", "1,2900원", "12 900,00", "12 900원", "1234,567", ",900", "12,",
        "1,,000",
        "1,000,00", "12,900,", "1, 000",
    ])
    func otherTextIsNoPrice(text: String) {
        #expect(Won(menuText: text) == nil)
    }

    @Test(arguments: [
        (0, "0"), (999, "999"), (1_000, "1,000"), (12_900, "12,900"), (1_234_567, "1,234,567"), (-1_000, "-1,000"),
        (-999, "-999"), (Int.max, "9,223,372,036,854,775,807"), (Int.min, "-9,223,372,036,854,775,808"),
    ])
    func digitsComeInGroupsOfThree(amount: Int, text: String) {
        #expect(Won(amount).grouped == text)
        #expect(Won(amount).text == text + "원")
    }

    @Test func amountsAreOrdered() {
        #expect(Won(6_500) < Won(7_000))
    }
}
