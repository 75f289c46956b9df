import Domain

// What stands in `drinks/drinks.json`.
extension FileDescription {
    static let drinks = FileDescription(
        name: "drinks-file", title: "drinks/drinks.json, what the drinks machine sells",
        shape: .list(.object(commonFields + ownFields)))

    private static let commonFields = [
        FileField(
            "id", .text(), "음료를 알아보는 이름", "the drink's identity",
            rule: ("비어 있지 않아야 합니다", "has to be a text that is not empty")),
        FileField(
            "class", .choice(DrinkClass.allCases.map(\.rawValue)), "음료의 종류",
            DrinkClass.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")),
        FileField("brand", hasEnglish: true, .text(), "만든 곳", "who makes it", rule: textRule),
        FileField("name", hasEnglish: true, .text(), "이름", "what guests read", rule: textRule),
        FileField("volume", .number(1...100_000), "용량(mL)", "millilitres, from 1 to 100,000"),
        FileField("price", .number(0...1_000_000), "값", "won, from 0 to 1,000,000"),
        FileField("image", .text(), "그림의 주소", "the address of its picture", otherwise: "none"),
        FileField(
            "opening",
            .list(
                .object([
                    FileField("count", .number(Drink.counts), "개수", "how many"),
                    FileField(
                        "manufactured_days_ago", .number(0...36_500), "며칠 전에 만들었는지", "how many days before it was made"),
                ])), "처음 채우는 것", "the first filling: `[{\"count\": 6, \"manufactured_days_ago\": 2}]`"),
    ]

    private static let textRule = ("비어 있지 않아야 합니다", "has to be a text that is not empty")

    private static func share(_ key: String, _ korean: String, _ english: String) -> FileField {
        FileField(key, .number(0...100), korean, english, otherwise: "needed for these")
    }

    private static let ownFields = [
        FileField(
            "shelf_life", .number(0...3_650), "우유의 유통기한(일)", "of milk: days until it expires",
            otherwise: "needed for these"),
        share("strawberry_share", "딸기우유의 딸기(%)", "of `strawberry-milk`: percent"),
        share("cocoa_share", "초코우유의 코코아(%)", "of `chocolate-milk`: percent"),
        share("banana_share", "바나나우유의 바나나(%)", "of `banana-milk`: percent"),
        FileField("sugar", .number(0...10_000), "탄산음료의 당(g)", "of soda: grams", otherwise: "needed for these"),
        FileField(
            "caffeine", .number(0...10_000), "콜라와 커피의 카페인(mg)", "of `cola` and coffee: milligrams",
            otherwise: "needed for these"),
        share("citrus_share", "사이다의 과즙(%)", "of `cider`: percent"),
        FileField("fruit", hasEnglish: true, .text(), "환타의 과일", "of `fanta`", otherwise: "needed for these"),
        FileField(
            "temperature", .number(-100...100), "커피의 온도(℃)",
            "of coffee: degrees Celsius; it is hot from 60 on", otherwise: "needed for these"),
        FileField("beans", hasEnglish: true, .text(), "TOP의 원두", "of `top`", otherwise: "needed for these"),
        share("milk_share", "칸타타의 우유(%)", "of `cantata`: percent"),
        FileField(
            "roast", .choice(["light", "medium", "dark"]), "조지아의 로스팅", "of `georgia`: `light`, `medium` or `dark`",
            otherwise: "needed for these"),
    ]
}
