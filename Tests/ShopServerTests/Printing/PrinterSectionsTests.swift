import Domain
import Foundation
import Storage
import TestPeers
import TestSupport
import Testing

@testable import ShopServer

/// Which printer prints an order, also if the shop's files change meanwhile.
@Suite struct PrinterSectionsTests {
    @Test func printersOfTheFileAreUsedFromThenOn() async throws {
        let (kitchen, bar) = (try FakePrinter(), try FakePrinter())
        try await withPrintingShop(on: kitchen) { shop in
            let file = """
                {"printers": [
                    {"name": "주방", "address": "\(kitchen.address)", "sections": ["soup"]},
                    {"name": "bar", "address": "\(bar.address)", "width": 32, "charset": "utf-8", "sections": ["main"]}]}
                """
            try shop.write(file, to: ShopFile.name)
            try await wait { try await shop.printers().count == 2 }
            // The small menu lists its dishes in two sections, of which the first counts.
            _ = try await shop.place(OrderingShop.order())
            try await kitchen.waits(for: 1)
            try await shop.printsNoMore()
            #expect(bar.tickets == [])
            let printed: PrinterNames = try await shop.printAgain(1, on: ["bar", "주방"]).value()
            #expect(printed.printers == ["bar", "주방"])
            try await kitchen.waits(for: 2)
            #expect(kitchen.heads == ["#1 지훈", "재출력 #1 지훈"])
            #expect(try await shop.printAgain(9, on: nil).status == 404)
            try shop.write(#"{"printers": []}"#, to: ShopFile.name)
            try await wait { try await shop.printers() == [] }
        }
        kitchen.stop()
        bar.stop()
    }

    @Test func whatWaitsForAPrinterIsPrintedUnderItsNewName() async throws {
        let printer = try FakePrinter()
        printer.set { $0.paper = 0 }
        try await withPrintingShop(on: printer) { shop in
            _ = try await shop.place(OrderingShop.order(who: "가"))
            try await wait { try await shop.printers().first?.problem == .outOfPaper }
            let file = #"{"printers": [{"name": "hot", "address": "\#(printer.address)"}]}"#
            try shop.write(file, to: ShopFile.name)
            try await wait { try await shop.printers().map(\.name) == ["hot"] }
            printer.set { $0.paper = .max }
            try await printer.waits(for: 1)
            try await shop.printsNoMore()
            #expect(printer.tickets.count == 1)
            #expect(try await shop.printers().map(\.problem) == [nil])
        }
        printer.stop()
    }

    /// A printer of some sections might print nothing of it.
    @Test func whatWaitsForAPrinterThatIsGoneIsKeptForOneOfAllSections() async throws {
        let (kitchen, bar) = (try FakePrinter(), try FakePrinter())
        kitchen.set { $0.paper = 0 }
        try await withPrintingShop(on: kitchen) { shop in
            func write(_ name: String, _ rest: String = "") throws {
                let entry = #"{"name": "\#(name)", "address": "\#(bar.address)", "sections": ["x"]}"#
                try shop.write(#"{"printers": [\#(entry)\#(rest)]}"#, to: ShopFile.name)
            }
            _ = try await shop.place(OrderingShop.order())
            try await wait { try await shop.printers().first?.problem == .outOfPaper }
            try write("bar")
            try await wait { try await shop.printers().map(\.name) == ["bar", "주방"] }
            try write("counter")
            try await wait { try await shop.printers().map(\.name) == ["counter", "주방"] }
            #expect(try await shop.printers().map(\.waiting) == [0, 1])
            kitchen.set { $0.paper = .max }
            try write("counter", #", {"name": "주방", "address": "\#(kitchen.address)"}"#)
            try await kitchen.waits(for: 1)
            #expect(bar.tickets.isEmpty)
        }
        kitchen.stop()
        bar.stop()
    }

    /// The kitchen that was to get it gets it, and its cancellation, whatever the files say meanwhile.
    @Test func aDishIsPrintedWhereItsSectionWasWhenItWasOrdered() async throws {
        let (kitchen, bar) = (try FakePrinter(), try FakePrinter())
        kitchen.set { $0.paper = 0 }
        try await withPrintingShop(on: kitchen) { shop in
            try shop.write(PrinterSectionsTests.file(kitchen, ["soup"], bar, ["side"]), to: ShopFile.name)
            try await wait { try await shop.printers().count == 2 }
            let order = try await shop.place(OrderingShop.order()).value(Order.self)
            #expect(order.lines.map(\.section) == ["soup"])
            try await wait { try await shop.printers().last?.problem == .outOfPaper }
            #expect(try await shop.printers().map(\.waiting) == [0, 1])
            try shop.write("[]", to: "menu/soup.json")
            try await wait {
                try await SectionBody.decode(ask(shop.url, "woowa/soup").body, as: Dish.self).isEmpty
            }
            let later = try await shop.place(OrderingShop.order(who: "나중")).value(Order.self)
            #expect(later.lines.map(\.section) == ["side"])
            try await bar.waits(for: 1)
            kitchen.set { $0.paper = .max }
            try await kitchen.waits(for: 1)
            #expect(try await shop.move(1, to: .cancelled, seen: .received, reason: "없어요").status == 200)
            try await kitchen.waits(for: 2)
            try await shop.printsNoMore()
            #expect(kitchen.heads == ["#1 지훈", "취소 #1 지훈"])
            #expect(bar.heads == ["#2 나중"])
        }
        kitchen.stop()
        bar.stop()
    }

    @Test func whatWaitsForAPrinterIsPrintedAlsoIfItsSectionsChange() async throws {
        let (kitchen, bar) = (try FakePrinter(), try FakePrinter())
        kitchen.set { $0.paper = 0 }
        try await withPrintingShop(on: kitchen) { shop in
            try shop.write(PrinterSectionsTests.file(kitchen, ["soup"], bar, ["side"]), to: ShopFile.name)
            try await wait { try await shop.printers().count == 2 }
            _ = try await shop.place(OrderingShop.order())
            try await wait { try await shop.printers().last?.problem == .outOfPaper }
            try shop.write(PrinterSectionsTests.file(kitchen, ["side"], bar, ["soup"]), to: ShopFile.name)
            // From then on its section is that of the other.
            try await wait {
                _ = try await shop.place(OrderingShop.order(who: "나중"))
                return !bar.tickets.isEmpty
            }
            // The ticket of one that is cancelled before it is printed is printed nowhere.
            #expect(try await shop.move(1, to: .cancelled, seen: .received, reason: "없어요").status == 200)
            let order = try await shop.place(OrderingShop.order(who: "마지막")).value(Order.self)
            try await wait { bar.heads.last == "#\(order.number) 마지막" }
            kitchen.set { $0.paper = .max }
            try await shop.printsNoMore()
            for printer in [kitchen, bar] {
                #expect(printer.heads.allSatisfy { !$0.contains("#1 ") || $0.contains("취소") })
            }
        }
        kitchen.stop()
        bar.stop()
    }

    @Test func whatWasToBePrintedSomewhereIsPrintedThereAlsoInOtherSections() async throws {
        let (kitchen, bar) = (try FakePrinter(), try FakePrinter())
        kitchen.set { $0.paper = 0 }
        try await withPrintingShop(on: kitchen) { shop in
            try shop.write(PrinterSectionsTests.file(kitchen, ["soup"], bar, ["side"]), to: ShopFile.name)
            try await wait { try await shop.printers().count == 2 }
            _ = try await shop.place(OrderingShop.order())
            try await wait { try await shop.printers().last?.problem == .outOfPaper }
            try shop.write(PrinterSectionsTests.file(kitchen, ["main"], bar, ["side"]), to: ShopFile.name)
            kitchen.set { $0.paper = .max }
            try await kitchen.waits(for: 1)
            #expect(kitchen.heads == ["#1 지훈"])
        }
        kitchen.stop()
        bar.stop()
    }

    /// Whoever printed the order hears that it is cancelled.
    @Test func aCancellationIsPrintedWhereTheOrderWasAlsoByAPrinterThatTookItOver() async throws {
        let (kitchen, bar) = (try FakePrinter(), try FakePrinter())
        kitchen.set { $0.paper = 0 }
        try await withPrintingShop(on: kitchen) { shop in
            try shop.write(PrinterSectionsTests.file(kitchen, ["soup"], bar, ["side"]), to: ShopFile.name)
            try await wait { try await shop.printers().count == 2 }
            _ = try await shop.place(OrderingShop.order())
            try await wait { try await shop.printers().last?.problem == .outOfPaper }
            let one = #"{"time_zone": "Asia/Seoul", "printers": [{"name": "bar", "address": "\#(bar.address)"}]}"#
            try shop.write(one, to: ShopFile.name)
            try await bar.waits(for: 1)
            #expect(try await shop.move(1, to: .cancelled, seen: .received, reason: "없어요").status == 200)
            try await bar.waits(for: 2)
            #expect(bar.heads.map { $0.replacing("재출력 ", with: "") } == ["#1 지훈", "취소 #1 지훈"])
        }
        kitchen.stop()
        bar.stop()
    }

    private static func file(
        _ kitchen: FakePrinter, _ ofKitchen: [String], _ bar: FakePrinter, _ ofBar: [String]
    ) -> String {
        """
        {"time_zone": "Asia/Seoul", "printers": [
            {"name": "주방", "address": "\(kitchen.address)", "sections": \(ofKitchen)},
            {"name": "bar", "address": "\(bar.address)", "sections": \(ofBar)}]}
        """
    }
}
