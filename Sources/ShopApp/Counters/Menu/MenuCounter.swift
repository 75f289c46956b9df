import Canvas
import Domain
import ShopClient
import TerminalText

extension CounterID { static let menu = CounterID("menu") }

/// The menu: side dishes, and their pages.
struct MenuCounter: Counter {
    private var detailRequests = 0

    var id: CounterID { .menu }
    var name: LocalizedText { LocalizedText("반찬", "Banchan") }
    var empty: LocalizedText { LocalizedText("아직 나온 반찬이 없습니다.", "No dishes here yet.") }
    func rowName(in section: SectionID) -> LocalizedText { LocalizedText("반찬", "dish") }
    var sections: [SectionDefinition] { SectionDefinition.menu }
    var helpTopics: [HelpTopic] { [.menu, .dish] }

    func keyTable(beside list: KeyTable) -> KeyTable { .onTheMenu + list }

    mutating func handle(_ command: Command, _ shell: inout ShellContext) -> [MenuRequest]? {
        let dish = shell.list.selected(Dish.self)
        switch command {
        case .select:
            guard let dish else { tellEmptySection(&shell); return [] }
            shell.show(.dish(title: dish.title, price: dish.price))
        case .open: return dish.map { openPage(of: $0, &shell) } ?? []
        default: return nil
        }
        return []
    }

    mutating func receive(_ event: MenuEvent, _ shell: inout ShellContext) -> [MenuRequest] {
        switch event {
        case .detailArrived(let reply): take(reply, &shell)
        }
        return []
    }

    func saleItem(ofRow row: Int, in section: Section) -> SaleItem? {
        section.rows.row(row, as: Dish.self).map { $0.saleItem(at: $0.price) }
    }

    func rowStyle(of section: SectionID, in list: SectionedList) -> any RowStyle { DishRowStyle() }
}

// The page of a dish.
extension MenuCounter {
    /// A fetch of a page that no other has the number of.
    mutating func nextDetailRequest(_ detailHash: String) -> DetailRequest {
        detailRequests += 1
        return DetailRequest(number: detailRequests, detailHash: detailHash)
    }

    /// Opens the page at once with what the list knows, and asks for the rest.
    private mutating func openPage(of dish: Dish, _ shell: inout ShellContext) -> [MenuRequest] {
        let request = nextDetailRequest(dish.detailHash)
        shell[DishPage.self] = DishPage(dish: dish, request: request, showsPictures: shell.showsPictures)
        return [.fetchDetail(request)]
    }

    /// Takes the answer if the page that asked is still open and still waits for it.
    private mutating func take(_ reply: DetailReply, _ shell: inout ShellContext) {
        guard var page = shell[DishPage.self], page.take(reply, screen: shell.screen) else { return }
        shell[DishPage.self] = page
    }
}

private struct DishRowStyle: RowStyle {
    func lines(of dish: Dish, _ context: RowContext) -> [Line] {
        DishRow(context: context).lines(of: dish)
    }
}

extension Dish {
    func saleItem(at price: Won) -> SaleItem { SaleItem(OrderedItem(.menu, detailHash), title: title, price: price) }
}

extension HelpTopic {
    static let menu = HelpTopic(LocalizedText("반찬", "Banchan"), .onTheMenu)
    static let dish = HelpTopic(LocalizedText("반찬 자세히", "The page of a dish"), .dish)
}
