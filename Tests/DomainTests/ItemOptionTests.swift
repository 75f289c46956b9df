import Domain
import Foundation
import TerminalText
import Testing

@Suite struct ItemOptionTests {
    private static let size = ItemOption(
        id: "size", title: ShopText("크기", english: "Size"), choose: 1...1,
        choices: [
            .init(id: "regular", title: "보통"),
            .init(id: "large", title: ShopText("곱빼기", english: "Large"), price: Won(2_000)),
        ])
    private static let toppings = ItemOption(
        id: "top", title: "토핑", choose: 0...2,
        choices: [
            .init(id: "egg", title: "달걀", price: Won(500)), .init(id: "cheese", title: "치즈", price: Won(1_000)),
            .init(id: "nori", title: "김"),
        ])
    private static let options = [size, toppings]

    private func chosen(_ ids: (String, String)...) -> [ChosenOption] {
        ids.map { option, choice in
            ChosenOption(
                ItemOption(id: option, title: "", choose: 0...1, choices: []),
                .init(id: choice, title: "", price: Won(9)))
        }
    }

    @Test func choicesGetTheTitlesAndPricesOfTheirOptionsInTheirOrder() throws {
        let made = chosen(("top", "cheese"), ("size", "large"), ("top", "egg"))
        let resolved = try ItemOptionTests.options.resolved(made)
        #expect(resolved.map(\.choice) == ["large", "egg", "cheese"])
        #expect(resolved.map(\.title.own) == ["곱빼기", "달걀", "치즈"])
        #expect(Won(10_000).adding(resolved) == Won(13_500))
    }

    @Test func choicesThatAnswerNothingAreRefused() {
        let options = ItemOptionTests.options
        #expect(throws: OptionProblem.wrongCount(ItemOptionTests.size)) { try options.resolved([]) }
        #expect(throws: OptionProblem.wrongCount(ItemOptionTests.size)) {
            try options.resolved(chosen(("size", "regular"), ("size", "large")))
        }
        #expect(throws: OptionProblem.unknown(option: "size", choice: "huge")) {
            try options.resolved(chosen(("size", "huge")))
        }
        #expect(throws: OptionProblem.unknown(option: "sauce", choice: "soy")) {
            try options.resolved(chosen(("size", "large"), ("sauce", "soy")))
        }
        #expect(throws: OptionProblem.repeated(option: "size", choice: "large")) {
            try options.resolved(chosen(("size", "large"), ("size", "large")))
        }
        #expect(throws: OptionProblem.wrongCount(ItemOptionTests.toppings)) {
            try options.resolved(chosen(("size", "large"), ("top", "egg"), ("top", "cheese"), ("top", "nori")))
        }
        #expect(throws: OptionProblem.unknown(option: "size", choice: "large")) {
            try [ItemOption]().resolved(chosen(("size", "large")))
        }
    }

    @Test func aDishCostsAtLeastItsCheapestRequiredChoices() {
        let paid = ItemOption(
            id: "rice", title: "밥", choose: 2...3,
            choices: [3, 1, 2].map { .init(id: "\($0)", title: ShopText(PlainText("\($0)")), price: Won($0 * 100)) })
        let dish = Dish(detailHash: "H1", title: "비빔밥", price: Won(8_000), options: [ItemOptionTests.size, paid])
        #expect(dish.minPrice == Won(8_300))
        #expect(dish.options.needAnswers)
        #expect(![ItemOptionTests.toppings].needAnswers)
    }

    @Test func optionsAreWrittenAndReadBackWithTheirDish() throws {
        let dish = Dish(detailHash: "H1", title: "비빔밥", price: Won(8_000), options: ItemOptionTests.options)
        let text = try JSONEncoder().encode(dish)
        #expect(try JSONDecoder().decode(Dish.self, from: text) == dish)
    }

    @Test(arguments: [
        #"{"id":"a","title":"A","choose":[1],"choices":[{"id":"x","title":"X"}]}"#,
        #"{"id":"a","title":"A","choose":[2,1],"choices":[{"id":"x","title":"X"},{"id":"y","title":"Y"}]}"#,
        #"{"id":"a","title":"A","choose":[0,2],"choices":[{"id":"x","title":"X"}]}"#,
        #"{"id":"a","title":"A","choose":[0,0],"choices":[{"id":"x","title":"X"}]}"#,
        #"{"id":"a","title":"A","choose":[-1,1],"choices":[{"id":"x","title":"X"}]}"#,
        #"{"id":"a","title":"A","choose":[0,1],"choices":[]}"#,
        #"{"id":"a","title":"A","choose":[0,1],"choices":[{"id":"x","title":"X"},{"id":"x","title":"Y"}]}"#,
        #"{"id":"a","title":"A","choose":[0,1],"choices":[{"id":"x","title":"X","price":-1}]}"#,
        #"{"id":"a","title":"","choose":[0,1],"choices":[{"id":"x","title":"X"}]}"#,
    ])
    func anOptionThatCannotBeAnsweredIsRefused(_ text: String) {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(ItemOption.self, from: Data(text.utf8)) }
    }
}
