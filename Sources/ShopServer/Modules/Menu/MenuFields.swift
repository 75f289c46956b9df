import Domain

// What stands in the files of the menu.
extension FileDescription {
    static let menu = FileDescription(
        name: "menu-file", title: "menu/*.json, a section of the menu",
        shape: .wrapped(.list(.object(dishFields + countFields + [optionsField])), key: "body"))

    static let details = FileDescription(
        name: "details-file", title: "details/*.json, the page of a dish",
        shape: .object([
            FileField("hash", .text(), "반찬의 detail_hash", "the dish's `detail_hash`, as in the name of the file"),
            FileField("data", .object(detailFields), "반찬의 내용", "what the page shows"),
        ]))

    private static let price = FieldShape.text(pattern: "^\\s*([0-9]+|[0-9]{1,3}(,[0-9]{3})+)\\s*원?\\s*$")
    private static let priceRule = (
        "\"15,900원\" 같은 값이어야 합니다", "has to be a price, as \"15,900원\""
    )

    private static let dishFields = [
        FileField(
            "detail_hash", .text(), "반찬을 알아보는 이름. details에 있는 파일의 이름입니다",
            "the identity of the dish, and the name of its file in `details/`"),
        FileField("title", hasEnglish: true, .text(), "이름", "its name"),
        FileField(
            "s_price", price, "값", "what it costs, such as `\"15,900원\"`: **the list's price is the price**",
            rule: priceRule),
        FileField(
            "n_price", price, "할인 전의 값",
            "the price before a discount, such as `\"18,900\"`; shown only if it is higher",
            rule: priceRule, otherwise: "no discount"),
        FileField(
            "description", hasEnglish: true, .text(), "이름 아래의 한 줄. 비워도 됩니다",
            "a line below the title, which may be empty"),
        FileField(
            "image", .text(), "그림의 주소. 없으면 비웁니다",
            "the address of its picture, such as `/pictures/NAME.jpg`; empty without one"),
        FileField("alt", .text(), "그림에 보이는 것. 비워도 됩니다", "what the picture shows, in words, or empty"),
        FileField(
            "badge", hasEnglish: true, .list(.text()), "이벤트특가 같은 딱지",
            "up to eight labels, such as `\"이벤트특가\"`; the English ones count only if there are as many",
            otherwise: "none"),
        FileField(
            "delivery_type", hasEnglish: true, .list(.text()), "새벽배송 같은 배송 방법",
            "up to eight ways of delivery, or `[]`; the English ones count only if there are as many"),
        FileField(
            "sold_out", .flag, "품절인지",
            "`true` while it cannot be ordered; a badge that says so does not set this", otherwise: "`false`"),
    ]

    private static let countFields = [
        FileField(
            "count", .number(Dish.counts), "남은 개수",
            "how many are left, 0 to 100,000; goes down with each order, and is sold out "
                + "at 0; see below", otherwise: "not counted"),
        FileField(
            "daily", .number(Dish.counts), "하루에 파는 개수", "how many there are at the start of each business day",
            otherwise: "not counted"),
    ]

    private static let optionsField = FileField(
        "options",
        .list(
            .object([
                FileField("id", .text(), "알아보는 이름", "its identity within the dish"),
                FileField("title", hasEnglish: true, .text(), "물음", "what guests read"),
                FileField(
                    "choose", .list(.number(0...ItemOption.maxChoices), 2...2), "가장 적게, 가장 많이 고를 수",
                    "the least and the most number of choices",
                    rule: ("[1, 1]처럼 가장 적은 수와 가장 많은 수를 적습니다", "has to be the least and the most, as [1, 1]")),
                FileField(
                    "choices",
                    .list(
                        .object([
                            FileField("id", .text(), "알아보는 이름", "its identity within the option"),
                            FileField("title", hasEnglish: true, .text(), "이름", "what guests read"),
                            FileField(
                                "price", .number(0...1_000_000_000), "더하는 값", "what it adds to the price, in won",
                                otherwise: "0"),
                        ]), 1...ItemOption.maxChoices), "고를 것들", "what can be chosen",
                    rule: (
                        "id가 서로 다른 것을 \(ItemOption.maxChoices)개까지 적습니다",
                        "has up to \(ItemOption.maxChoices) choices, each with an id of its own"
                    )),
            ]), 0...ItemOption.maxOptions), "크기나 토핑처럼 손님이 고르는 것",
        "what guests choose, such as a size or toppings; see below",
        rule: (
            "id가 서로 다른 것을 \(ItemOption.maxOptions)개까지 적습니다",
            "has up to \(ItemOption.maxOptions) options, each with an id of its own"
        ), otherwise: "none")

    static let detailFields = [
        FileField("top_image", .text(), "맨 위 그림의 주소", "the address of the top picture", otherwise: "none"),
        FileField(
            "thumb_images", .list(.text()), "그림들의 주소", "the pictures of the dish, the top one first",
            otherwise: "`top_image`"),
        FileField("product_description", hasEnglish: true, .text(), "설명. 비워도 됩니다", "what it is, which may be empty"),
        FileField("point", .text(), "적립금", "what a purchase earns, such as `\"52원\"`", otherwise: "none"),
        FileField("delivery_info", hasEnglish: true, .text(), "언제 오는지", "when it is delivered", otherwise: "none"),
        FileField(
            "delivery_fee", hasEnglish: true, .text(), "배달비", "what delivery costs; see below", otherwise: "nothing"),
        FileField(
            "prices", .list(price), "값, 또는 할인 전의 값과 지금 값",
            "the price, or the price before and the price now; `[]` for that of the list",
            rule: priceRule),
        FileField(
            "detail_section", .list(.text()), "설명 그림들의 주소", "pictures that describe the dish, from top to bottom",
            otherwise: "none"),
    ]
}
