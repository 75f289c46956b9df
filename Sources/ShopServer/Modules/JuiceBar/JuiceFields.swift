import Domain

// What stands in the files of the juice bar.
extension FileDescription {
    static let fruits = FileDescription(
        name: "fruits-file", title: "juice/fruits.json, the fruits of the juice bar",
        shape: .list(
            .object([
                FileField("id", .text(), "만드는 법에 적는 이름", "the fruit's name in recipes", rule: idRule),
                FileField("name", hasEnglish: true, .text(), "손님이 읽는 이름", "what guests read", rule: nameRule),
                FileField(
                    "count", .number(FruitStock.counts), "새 가게에 있는 수", "how many a new shop has, from 0 to 100"),
            ])))

    static let recipes = FileDescription(
        name: "recipes-file", title: "juice/recipes.json, the juices",
        shape: .list(
            .object([
                FileField("id", .text(), "주스를 알아보는 이름", "the juice's identity", rule: idRule),
                FileField("name", hasEnglish: true, .text(), "손님이 읽는 이름", "what guests read", rule: nameRule),
                FileField("price", .number(0...1_000_000_000), "값", "won, a number"),
                FileField(
                    "needs", .map(.number(1...100)), "드는 과일과 수",
                    "how many of each fruit it takes: `{\"mango\": 2, \"kiwi\": 1}`",
                    rule: ("과일마다 1부터 100까지의 수를 적습니다", "has to have a number from 1 to 100 for each fruit")),
            ])))

    private static let idRule = ("비어 있지 않아야 합니다", "has to be a text that is not empty")
    private static let nameRule = ("비어 있지 않아야 합니다", "has to be a text that is not empty")
}
