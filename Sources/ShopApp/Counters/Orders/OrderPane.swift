import Canvas
import Domain
import Foundation
import ShopClient

/// The pane beside the list that shows the page of the selected order on a wide screen.
struct OrderPane: ListAccessory {
    private let page: OrderPage
    private let place: Rectangle
    private let layout: ListLayout

    init?(_ list: SectionedList, isKeeper: Bool, _ zone: () -> TimeZone) {
        guard let place = list.layout.pane, let order = list.selected(Order.self) else { return nil }
        page = OrderPage(order, isKeeper: isKeeper, zone: zone())
        self.place = place
        layout = list.layout
    }

    func draw(_ words: Words) -> LayerPicture {
        var pane = Pane(place)
        let view = OrderPageView(words: words, layout: layout, width: place.size.width)
        let lines = [view.title(of: page.order), .blank] + view.body(of: page)
        pane.add(view.fitting(lines, height: place.size.height))
        return pane.picture
    }
}
