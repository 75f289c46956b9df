import Canvas
import Domain
import Foundation
import ShopClient
import Terminal
import TerminalText
import TestSupport
import Testing

@testable import ShopApp

enum ReportFixture {
    static let today = Day(text: "20261122")!

    private static let cola = SaleItem(OrderedItem(.drinks, "cola"), title: "톡쏘는콜라", price: Won(1_200))

    /// A day with orders at all counters in several hours, a delivery and a cancelled order.
    static let report: SalesReport = {
        var builder = SalesReportBuilder(in: OrdersFixture.zone)
        func add(_ lines: [OrderLine], hours: Int, fee: Int = 0, isCancelled: Bool = false) {
            let at = Fixture.noon + Double(hours * 3_600)
            let states: [OrderState] = isCancelled ? [.received, .cancelled] : [.received]
            builder.add(
                Order(
                    id: hours + 20, number: hours + 20, day: .ofTests, who: "홍길동", lines: lines, deliveryFee: Won(fee),
                    steps: states.map { OrderStep($0, at: at, by: .guest) }, placedAt: at))
        }
        let (galbi, kiwi) = (OrdersFixture.galbi, OrdersFixture.kiwi)
        add([OrdersFixture.line(galbi, 2), OrdersFixture.line(kiwi, 1)], hours: -6, fee: 2_500)
        add([OrdersFixture.line(cola, 3)], hours: -6)
        add([OrdersFixture.line(galbi, 11)], hours: -4)
        add([OrdersFixture.line(kiwi, 2)], hours: -1)
        add([OrdersFixture.line(galbi, 1)], hours: -1, isCancelled: true)
        return builder.report
    }()

    static let empty = SalesReportBuilder(in: OrdersFixture.zone).report
}

extension ShopState {
    var reportPage: ReportPage? { layers[ReportPage.self] }

    /// Delivers the day's report.
    mutating func arrive(_ report: SalesReport, of day: Day? = nil) {
        _ = tell(.reportArrived(of: day, .success(DayReport(date: day ?? ReportFixture.today, report: report))))
    }
}

struct ReportPageTests {
    private func board(_ width: Int = 80, _ height: Int = 40) -> ShopState {
        var state = OrdersFixture.state(
            [OrdersFixture.board(.received)], isKeeper: true, width: width, height: height)
        state.press(.character("c"))
        return state
    }

    private func picture(_ state: ShopState, _ words: Words = .korean) -> String { Fixture.frame(state, words).picture }

    @Test func whatWasSoldAtACounterWithoutANameIsNotLeftOut() {
        var state = board(120)
        var builder = SalesReportBuilder(in: OrdersFixture.zone)
        let soup = SaleItem(OrderedItem(SalesCounter(rawValue: "soups"), "S1"), title: "미역국", price: Won(7_000))
        builder.add(
            Order(
                id: 1, number: 1, day: .ofTests, who: "홍길동", lines: [OrdersFixture.line(soup, 2)], deliveryFee: Won(0),
                steps: [OrderStep(.received, at: Fixture.noon, by: .guest)], placedAt: Fixture.noon))
        state.arrive(builder.report)
        let legend = picture(state).split(separator: "\n").first { $0.contains("그 밖") }
        #expect(legend?.contains("2개") == true)
    }

    @Test func theKeyOpensTodaysReport() {
        var state = OrdersFixture.state([OrdersFixture.board(.received)], isKeeper: true)
        #expect(asked(&state, .character("c")) == [.fetchReport(nil)])
        #expect(picture(state).contains("불러오는 중"))
    }

    @Test func guestsHaveNoReport() {
        var state = OrdersFixture.state([OrdersFixture.mine()])
        #expect(asked(&state, .character("c")).isEmpty)
        #expect(state.reportPage == nil)
        #expect(!state.helpTopics.contains(.report))
    }

    @Test func itTellsSumsItemsCountersAndHours() {
        var state = board()
        state.arrive(ReportFixture.report)
        let korean = picture(state)
        for text in ["2026-11-22", "오늘", "158,300원", "4건", "141,700원", "13개", "그중 배달비", "키위쥬스", "반찬", "18시", "⣿"] {
            #expect(korean.contains(text), "\(text)\n\(korean)")
        }
        let english = picture(state, .english)
        for text in ["Day's report", "today", "By item", "By counter", "By hour", "cancelled", "18:00"] {
            #expect(english.contains(text), "\(text)\n\(english)")
        }
    }

    @Test func anItemHasItsEnglishTitleOnAnEnglishScreen() {
        var builder = SalesReportBuilder(in: OrdersFixture.zone)
        let galbi = OrdersFixture.galbi
        let line = OrderLine(
            item: galbi.item, title: galbi.title, titleInEnglish: galbi.titleInEnglish, quantity: 2,
            unitPrice: galbi.price)
        builder.add(
            Order(
                id: 1, number: 1, day: .ofTests, who: "홍길동", lines: [line], deliveryFee: Won(0),
                steps: [OrderStep(.received, at: Fixture.noon, by: .guest)], placedAt: Fixture.noon))
        var state = board(120)
        state.arrive(builder.report)
        #expect(picture(state).contains("[소반가]"))
        let english = picture(state, .english)
        #expect(english.contains("[Sobanga]") && !english.contains("소반가"), "\(english)")
    }

    /// A bar gives way to the name.
    @Test func aNameIsNotCutWhileItsBarCouldBeShorter() {
        var builder = SalesReportBuilder(in: OrdersFixture.zone)
        let title: PlainText = "[들밥상회] 오징어와 삼겹살로 볶은 오삼불고기"
        let line = OrderLine(item: OrderedItem(.menu, "H1"), title: title, quantity: 1, unitPrice: Won(12_900))
        builder.add(OrdersFixture.order(9, .received, lines: [line]))
        for width in [80, 120, 200] {
            var state = board(width, 40)
            state.arrive(builder.report)
            #expect(picture(state).contains(title.string), "\(width)")
            #expect(picture(state).contains("⣿⣿⣿⣿⣿⣿⣿"))
        }
    }

    @Test(arguments: [(120, 40), (80, 40), (44, 40)])
    func waysPaymentsAndRefundsStandThereAndNumbersMayBeNegative(width: Int, height: Int) throws {
        var state = board(width, height)
        var paid = OrdersFixture.handedOver(9)
        try paid.setPayment(.card)
        let refunded = try OrdersFixture.reduced(paid, [0: 1])
        var builder = SalesReportBuilder(in: OrdersFixture.zone)
        // The sale of an earlier day, of which a piece was refunded today.
        builder.add(Sale(paid), changedTo: Sale(refunded), at: Fixture.noon)
        state.arrive(builder.report)
        var korean = picture(state)
        state.press(.end)
        korean += picture(state)
        for text in ["환불", "1건", "-10,900원", "-1개", "수령 방법별", "포장", "결제별", "카드"] {
            #expect(korean.contains(text), "\(text)\n\(korean)")
        }
        #expect(!korean.contains("이날은 주문이 없습니다."))
        #expect(!korean.contains("판매한 것이 없습니다"))
    }

    @Test func leftAndRightGoToTheDaysBeforeAndAfterUpToToday() {
        var state = board()
        #expect(asked(&state, .left).isEmpty, "nobody knows yet which day it is")
        state.arrive(ReportFixture.report)
        #expect(asked(&state, .right).isEmpty, "there is no report of tomorrow")
        let yesterday = ReportFixture.today.adding(days: -1)
        #expect(asked(&state, .left) == [.fetchReport(yesterday)])
        let shown = picture(state)
        #expect(shown.contains("2026-11-21"))
        #expect(!picture(state).contains("158,300원"))
        state.arrive(ReportFixture.empty, of: yesterday)
        #expect(picture(state).contains("이날은 주문이 없습니다."))
        #expect(asked(&state, .right) == [.fetchReport(nil)])
    }

    @Test func aReportOfTodayMovesOnAtTheStartOfTheDay() {
        var state = board()
        let end = Fixture.noon + 3_600
        let report = DayReport(date: ReportFixture.today, ends: end, report: ReportFixture.report)
        #expect(state.told(.reportArrived(of: nil, .success(report))) == [.awaitEndOfDay(end)])
        #expect(state.told(.dayEnded) == [.fetchReport(nil)])
        let next = DayReport(date: ReportFixture.today.adding(days: 1), ends: nil, report: ReportFixture.empty)
        #expect(state.told(.reportArrived(of: nil, .success(next))) == [])
        let shown = picture(state)
        #expect(shown.contains("2026-11-23") && shown.contains("오늘") && shown.contains("이날은 주문이 없습니다."), "\(shown)")
        state.press(.left)
        #expect(state.told(.dayEnded) == [], "a past day stays")
        #expect(state.told(.reportArrived(of: ReportFixture.today, .success(report))) == [])
        #expect(asked(&state, .escape) == [.awaitEndOfDay(nil)])
        #expect(state.told(.dayEnded) == [])
    }

    @Test func theAnswerForAnotherDayIsDropped() {
        var state = board()
        state.arrive(ReportFixture.report)
        state.press(.left)
        state.arrive(ReportFixture.report)
        #expect(state.reportPage?.content == nil)
    }

    @Test func aFailureIsToldAndTriedAgain() {
        var state = board()
        _ = state.tell(.reportArrived(of: nil, .failure(.timedOut)))
        #expect(picture(state).contains("서버 응답이 늦습니다"))
        #expect(picture(state).contains("r 다시 시도"))
        #expect(asked(&state, .character("r")) == [.fetchReport(nil)])
        state.arrive(ReportFixture.report)
        _ = state.tell(.reportArrived(of: nil, .failure(.timedOut)))
        #expect(picture(state).contains("158,300원"), "what is known stays")
    }

    @Test(arguments: [(120, 40), (80, 24), (44, 14), (20, 6)])
    func everyLineCanBeScrolledIntoView(width: Int, height: Int) {
        var state = board(width, height)
        state.arrive(ReportFixture.report)
        var seen = picture(state)
        for _ in 0..<40 {
            state.press(.down)
            seen += picture(state)
        }
        #expect(seen.contains("18시"))
        state.press(.escape)
        #expect(state.layers.isEmpty)
    }

    @Test func aSmallerScreenKeepsTheReportInView() {
        var state = board(44, 14)
        state.arrive(ReportFixture.report)
        state.press(.end)
        #expect((state.reportPage?.top ?? 0) > 0)
        _ = reduce(&state, .resized(Size(width: 120, height: 40)))
        #expect(state.reportPage?.top == 0)
    }
}
