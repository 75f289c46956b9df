import Canvas
import Domain
import ShopClient
import Terminal

/// Opens the page of the selected dish at once with what the list knows, and asks for the rest.
func openPage(_ state: inout ShopState) -> [Effect] {
    guard let dish = state.list.selected(Dish.self) else { return [] }
    let request = state.nextDetailRequest(dish.detailHash)
    state.page = DishPage(dish: dish, request: request, showsPictures: state.pictures.colors != .none)
    return [.menu(.fetchDetail(request))]
}

/// Back to the list, which is as it was; a fetch under way is cancelled.
func closePage(_ state: inout ShopState) -> [Effect] {
    guard state.page != nil else { return [] }
    state.page = nil
    return [.menu(.cancelDetail)]
}

private func reducePage(_ state: inout ShopState, _ command: Command) -> [Effect] {
    let screen = state.size
    if let move = command.move { state.page?.scroll(move, screen: screen) }
    switch command {
    case .previousPicture: state.page?.turnPicture(by: -1)
    case .nextPicture: state.page?.turnPicture(by: 1)
    case .back: return closePage(&state)
    case .refetch: return retryPage(&state)
    case .order: return openOrderForm(&state)
    case .help: state.help = HelpPage(at: .dish, in: state)
    case .repaint: return [.repaint]
    default: break
    }
    return []
}

private func retryPage(_ state: inout ShopState) -> [Effect] {
    guard let page = state.page, case .failed = page.content else { return [] }
    let request = state.nextDetailRequest(page.dish.detailHash)
    state.page?.retry(request)
    return [.menu(.fetchDetail(request))]
}

/// Takes the answer if the page that asked is still open and still waits for it.
func reduceDetail(_ state: inout ShopState, _ reply: DetailReply) -> [Effect] {
    let screen = state.size
    guard state.page?.take(reply, screen: screen) == true, let page = state.page else { return [] }
    if let price = page.detail?.price { state.knownPrices.note(price, of: page.dish.detailHash) }
    state.order?.reprice(page.price, of: page.dish.detailHash)
    return []
}

/// The prices that pages told, which count from then on in place of the list's.
public struct KnownPrices: Hashable, Sendable {
    private static let most = 256
    private var prices: [String: Won] = [:]

    mutating func note(_ price: Won, of detailHash: String) {
        if prices.count >= KnownPrices.most, prices[detailHash] == nil { prices = [:] }
        prices[detailHash] = price
    }

    /// What is charged for one of `dish`.
    func charged(for dish: Dish) -> Won { prices[dish.detailHash] ?? dish.price }
}

extension DishPage: Layer {
    var coversAll: Bool { true }
    var isWaiting: Bool { isLoading }

    func handle(_ command: Command, _ state: inout ShopState) -> [Effect] { reducePage(&state, command) }
    mutating func resize(to screen: Size) { scroll(.rows(0), screen: screen) }
    func pictures(in state: ShopState) -> [PictureRequest: PictureState] { state.pictures.known }
    func wantedPictures(on screen: Size) -> [PictureRequest]? { DishPictures(self, screen: screen).all }

    func draw(_ context: LayerContext, _ words: Words) -> LayerPicture {
        let layout = DishLayout(screen: context.screen, showsPictures: showsPictures)
        let page = DishPageView(words: words, pictures: context.pictures)
        return LayerPicture(
            panels: page.panels(self, layout: layout, spinner: context.spinner), cursor: layout.body.origin)
    }
}

extension ShopState {
    /// The page of a dish, while it is open.
    public internal(set) var page: DishPage? {
        get { layers[DishPage.self] }
        set { layers[DishPage.self] = newValue }
    }
}
