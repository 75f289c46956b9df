import Domain
import Foundation
import Storage
import TerminalText

// What stands in `shop.json`.
extension ShopFile {
    static let description = FileDescription(
        name: "shop", title: "shop.json, what holds for a whole shop", shape: .object(fields))

    private static let fields =
        headFields + timeFields + orderFields + appearanceFields + [
            FileField(
                "printers", .list(.object(printerFields), 0...PrinterRecord.maxPrinters),
                "주방 프린터: 이름과 주소(192.168.0.9:9100이나 /dev/usb/lp0)",
                "the [kitchen's printers](#kitchen-printers), up to \(PrinterRecord.maxPrinters)",
                rule: (
                    "이름이 서로 다른 프린터를 \(PrinterRecord.maxPrinters)대까지 적습니다",
                    "has up to \(PrinterRecord.maxPrinters) printers, each with a name of its own"
                ),
                otherwise: "none", sample: "[]"),
            FileField(
                "keep_guest_data_days", .number(ShopProfile.keepGuestDataBounds),
                "끝난 주문의 전화번호, 주소, 요청사항을 며칠 뒤에 지울지",
                "for how many days phone numbers, addresses and notes of finished orders are kept, 1 to 3,650; see "
                    + "[what guests write](operating.md#what-guests-write)",
                otherwise: "30", sample: "30"),
        ]

    private static func line(
        _ key: String, hasEnglish: Bool = false, limit: Int = ShopHead.maxLength, _ korean: String, _ english: String
    ) -> FileField {
        FileField(
            key, hasEnglish: hasEnglish, .text(pattern: "^[\\s\\S]{0,\(limit)}$"), korean, english,
            rule: ("\(limit)자까지 적습니다", "has to have at most \(limit) characters"), otherwise: "none",
            sample: "\"\"")
    }

    private static let headFields = [
        line(
            "name", hasEnglish: true, "가게 이름: 영수증 머리와 터미널 제목에 나옵니다",
            "the name of the shop: at the head of receipts, and the title and upper edge of terminals"),
        FileField(
            "business_number", .text(pattern: "^([0-9]{3}-[0-9]{2}-[0-9]{5}|[0-9]{10}|)$"),
            "사업자등록번호: 숫자 열 개", "the business number on receipts: ten digits, as `\"123-45-67890\"`",
            rule: ("\"123-45-67890\"처럼 숫자 열 개여야 합니다", "has to be ten digits, as \"123-45-67890\""),
            otherwise: "none", sample: "\"\""),
        line("owner", "영수증에 나오는 대표자", "who owns the shop, on receipts"),
        line("phone", "영수증에 나오는 전화번호", "the phone number on receipts"),
        line("address", "영수증에 나오는 주소", "the address on receipts"),
        line(
            "receipt_foot", limit: ShopHead.maxFootLength, "영수증 아래에 나오는 말. 줄은 \\n으로 바꿉니다",
            "what stands below receipts, up to \(ShopHead.maxFootLength) characters; `\\n` begins a line"),
        FileField(
            "vat", .flag, "영수증에 공급가액과 부가세를 적을지",
            "whether receipts show supply value and VAT, which is 10/110 of the sum, rounded half up",
            rule: ("true나 false여야 합니다", "has to be true or false"), otherwise: "`false`", sample: "false"),
    ]

    private static let timeOfDay = "([01][0-9]|2[0-3]):[0-5][0-9]"
    private static let weekdays = OpeningHours.Weekday.allCases

    private static let timeFields = [
        FileField(
            "time_zone", .text(), "가게의 시간대. 없으면 서버의 시간대입니다",
            "the name of the shop's time zone, such as `\"Asia/Seoul\"`",
            rule: ("\"Asia/Seoul\" 같은 시간대 이름이어야 합니다", "has to be the name of a time zone, as \"Asia/Seoul\""),
            otherwise: "the zone of the server's machine; `banchan serve --resources` says which",
            sample: "\"Asia/Seoul\"", isOn: false),
        FileField(
            "day_starts", .text(pattern: "^\(timeOfDay)$"), "하루 장사가 시작하는 시각. 그 전의 주문은 전날 것입니다",
            "when a business day begins, `\"00:00\"` to `\"23:59\"`",
            rule: ("\"00:00\"부터 \"23:59\"까지의 시각이어야 합니다", "has to be a time from \"00:00\" to \"23:59\""),
            otherwise: "`\"00:00\"`", sample: "\"00:00\""),
        FileField(
            "hours",
            .object(
                weekdays.map {
                    FileField(
                        $0.rawValue,
                        .list(
                            .text(pattern: "^\(timeOfDay)-(\(timeOfDay)|24:00)$"), 0...OpeningHours.maxSpans),
                        "여는 시간", "the spans of the day",
                        rule: ("\"11:00-14:30\" 같은 시각의 목록이어야 합니다", "has to be a list of times, as \"11:00-14:30\""),
                        otherwise: "closed")
                }),
            "요일마다 여는 시간: 자정을 넘겨도 되고, 적지 않은 요일은 쉽니다",
            "when the shop is open, `{\"mon\": [\"11:00-14:30\", \"17:00-21:00\"], …}`, with `tue`, `wed`, `thu`, "
                + "`fri`, `sat`, `sun`; up to eight spans a day, over midnight too; a day without one is closed",
            rule: hoursRule, otherwise: "always open",
            sample: "{\"mon\": [\"11:00-14:30\", \"17:00-21:00\"], \"sat\": [\"17:00-02:00\"]}", isOn: false),
    ]

    private static let hoursRule: (korean: String, english: String) = {
        let days = weekdays.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
        return (
            "\(days)마다 \"11:00-14:30\" 같은 시각의 목록을 적습니다", "has for each of \(days) a list of times, as \"11:00-14:30\""
        )
    }()

    private static let ways = Fulfillment.allCases.map(\.rawValue)
    private static let quotedWays = ways.map { "\"\($0)\"" }.joined(separator: ", ")
    private static let won = FieldShape.number(0...1_000_000_000)
    private static let wonRule = ("금액은 0원부터 10억 원까지입니다", "has amounts from 0 to 1,000,000,000 won")

    private static let orderFields = [
        FileField(
            "receive", .list(.choice(ways), 1...ways.count), "손님이 받는 방법: here(매장), pickup(포장), delivery(배달). 첫째가 기본입니다",
            "how guests get an order: of `\"here\"`, `\"pickup\"`, `\"delivery\"`; the first is the default",
            rule: (
                "\(quotedWays) 가운데 하나 이상을 한 번씩 적어야 합니다",
                "has to list at least one of \(quotedWays), and none of them twice"
            ), otherwise: "`[\"pickup\", \"delivery\"]`", sample: "[\"pickup\", \"delivery\"]"),
        FileField(
            "delivery",
            .object([
                FileField("fee", won, "배달비", "what delivery costs, in won"),
                FileField(
                    "free_from", won, "이 금액부터 무료", "the subtotal from which it is free",
                    otherwise: "never free"),
                FileField(
                    "minimum", won, "최소 주문 금액", "the lowest subtotal that is delivered",
                    otherwise: "none"),
            ]), "배달비, 무료가 되는 금액, 최소 주문 금액. 없으면 반찬마다 적힌 배달비입니다",
            "`{\"fee\", \"free_from\", \"minimum\"}` in won: what delivery costs, the subtotal from which it is free, "
                + "and the lowest that is delivered; only `fee` is needed",
            rule: wonRule, otherwise: "what the dishes' own texts say",
            sample: "{\"fee\": 3000, \"free_from\": 40000, \"minimum\": 12000}", isOn: false),
        FileField(
            "ask",
            .object(
                GuestDetail.allCases.map {
                    FileField(
                        $0.rawValue, .list(.choice(ways)), "언제 물을지", "the ways to get an order for which it is asked",
                        otherwise: "never")
                }), "주문할 때 무엇을 물을지: 전화번호와 주소는 물으면 꼭 적어야 합니다",
            "for `phone`, `address`, `wanted_at` and `note`: for which ways to get an order guests are asked; a phone "
                + "number and an address are then required",
            rule: askRule,
            otherwise: "`{\"phone\": [\"delivery\"], \"address\": [\"delivery\"], \"wanted_at\": [\"pickup\"], "
                + "\"note\": [\"here\", \"pickup\", \"delivery\"]}`",
            sample: "{\"phone\": [\"delivery\"], \"address\": [\"delivery\"], \"wanted_at\": [\"pickup\"], "
                + "\"note\": [\"here\", \"pickup\", \"delivery\"]}"),
    ]

    private static let askRule: (korean: String, english: String) = {
        let details = GuestDetail.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
        return ("\(details)마다 \(quotedWays)의 목록을 적습니다", "has for each of \(details) a list of \(quotedWays)")
    }()

    private static let counterNames = CounterName.allCases.map(\.rawValue)
    private static let quotedCounters = counterNames.map { "\"\($0)\"" }.joined(separator: ", ")

    private static let appearanceFields = [
        FileField(
            "counters", .list(.choice(counterNames), 1...counterNames.count), "탭과 그 순서. menu나 juice에는 orders도 있어야 합니다",
            "which tabs the shop has, in which order: of " + counterNames.map { "`\"\($0)\"`" }.joined(separator: ", ")
                + "; see below",
            rule: (
                "\(quotedCounters) 가운데 하나 이상을 한 번씩 적고, menu나 juice에는 orders도 있어야 합니다",
                "has to list at least one of \(quotedCounters), none of them twice, and orders with menu or juice"
            ), otherwise: "all five, in this order", sample: "[\(quotedCounters)]"),
        FileField(
            "sections", .list(.object(sectionFields), 1...MenuSection.limit), "메뉴의 섹션. 반찬은 menu/ID.json에 있습니다",
            "the sections of the menu, `[{\"id\", \"title\", \"subtitle\", \"title_en\", \"subtitle_en\"}]`, up to "
                + "\(MenuSection.limit); see below",
            rule: (
                "\(MenuSection.limit)개까지, id가 서로 다른 섹션을 적습니다",
                "has 1 to \(MenuSection.limit) sections, each with an id that no other has"
            ), otherwise: "the three of `menu/`",
            sample: "[{\"id\": \"main\", \"title\": \"메인반찬\", \"title_en\": \"Main dishes\"}]", isOn: false),
    ]

    private static let sectionFields = [
        FileField(
            "id", .text(pattern: "^[A-Za-z0-9_-]{1,\(MenuSection.maxIDLength)}$"), "menu/에 있는 파일의 이름",
            "the name of its file in menu/, without .json",
            rule: (
                "다른 섹션에 없는 파일 이름이어야 합니다(\(MenuSection.maxIDLength)자까지의 영문자, 숫자, -, _)",
                "has to be the name of a file that no other section has (up to \(MenuSection.maxIDLength) letters, digits, "
                    + "- and _)"
            )),
        FileField(
            "title", .text(pattern: "^.{1,\(MenuSection.maxTextLength)}$"), "머리말", "its heading",
            rule: (
                "1자부터 \(MenuSection.maxTextLength)자까지 적습니다",
                "has to have 1 to \(MenuSection.maxTextLength) characters"
            )),
        text("title_en", "영어 머리말", "its heading in English", otherwise: "`title`"),
        text("subtitle", "머리말 옆의 말", "what stands beside the heading"),
        text("subtitle_en", "머리말 옆의 영어", "what stands beside the English heading", otherwise: "`subtitle`"),
    ]

    private static func text(
        _ key: String, _ korean: String, _ english: String, otherwise: String = "nothing"
    ) -> FileField {
        let limit = MenuSection.maxTextLength
        return FileField(
            key, .text(pattern: "^.{0,\(limit)}$"), korean, english,
            rule: ("\(limit)자까지 적습니다", "has to have at most \(limit) characters"), otherwise: otherwise)
    }

    private static let printedCounters = ShopModules.all.flatMap { $0.printedCounters }.map { "`\"\($0.rawValue)\"`" }
        .joined(separator: " or ")

    static let printerFields = [
        FileField(
            "name", .text(pattern: "^.{1,\(KitchenPrinter.maxNameLength)}$"), "이름", "its name, for you",
            rule: (
                "\(KitchenPrinter.maxNameLength)자까지의 이름이어야 합니다",
                "has to be a name of up to \(KitchenPrinter.maxNameLength) characters"
            )),
        FileField(
            "address", .text(pattern: "^(/.+|.+:[0-9]+)$"), "주소",
            "`\"host:9100\"` of a printer on the network, or a device file",
            rule: ("\"host:9100\"이나 장치 파일이어야 합니다", "has to be \"host:9100\" or a device file")),
        FileField(
            "width", .numbers(KitchenPrinter.widths), "한 줄의 칸 수", "the columns of its paper: 32, 42 or 48",
            otherwise: "42"),
        FileField(
            "charset", .choice(PaperCharset.allCases.map(\.rawValue)), "문자 집합",
            "`\"cp949\"`, as Korean printers have it, or `\"utf-8\"`", otherwise: "`\"cp949\"`"),
        FileField(
            "prints", .list(.choice(KitchenPrinter.Content.allCases.map(\.rawValue))), "찍는 것",
            "of `\"orders\"`, `\"cancellations\"` (and changes) and `\"closings\"`",
            otherwise: "`[\"orders\", \"cancellations\"]`"),
        FileField(
            "sections", .list(.text()), "찍을 섹션과 코너",
            "the sections and counters whose items it prints: the `id` of a section, such as `\"soup\"`, or \(printedCounters)",
            otherwise: "all"),
    ]

    /// Returns a file in which every field is explained, with a sample of each.
    static func explained(in language: (FindingText) -> String, schema: String) -> Data {
        let lines = ["\"$schema\": \"\(schema)\""] + fields.flatMap { $0.explained(in: language) }
        return Data("{\n  \(lines.joined(separator: ",\n  "))\n}\n".utf8)
    }
}
