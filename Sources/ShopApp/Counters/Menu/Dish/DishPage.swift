import Canvas
import Domain
import ShopClient
import TerminalText

/// A fetch of a page, identified by its number: the results of other fetches are stale.
struct DetailRequest: Hashable, Sendable {
    let sequence: Int
    let detailHash: String
}

/// The result of a fetch of a page.
struct DetailReply: Sendable {
    let request: DetailRequest
    let result: Result<DishDetail, FetchFailure>
}

/// The page of a dish: what the list knows, and the details once they are loaded.
struct DishPage: Hashable, Sendable {
    enum Content: Hashable, Sendable {
        /// There is no more than the list knows.
        case listed
        case loading
        case loaded(DishDetail)
        case failed(FetchFailure)
    }

    private(set) var dish: Dish
    /// Whether the list's price changed since the page was opened. If so, the list's price applies.
    private var hasNewPrice = false
    /// The pending fetch; only its result is accepted.
    private(set) var request: DetailRequest?
    private(set) var content: Content
    /// The index of the visible thumbnail.
    private(set) var picture = 0
    private var position = ScrollPosition()

    /// Whether the terminal can show pictures; if not, no space is reserved for them.
    let showsPictures: Bool
    /// Whether the user may change the dish.
    let isKeeper: Bool
    /// The user's language.
    private(set) var language: Language
    /// The shop's rule of delivery, which goes before the dish's own text.
    private var delivery: DeliveryRule?

    /// Without a `request` the page has only what the list knows.
    init(
        dish: Dish, request: DetailRequest? = nil, showsPictures: Bool = true, isKeeper: Bool = false,
        language: Language, delivery: DeliveryRule? = nil
    ) {
        self.dish = dish
        self.request = request
        content = request == nil ? .listed : .loading
        self.showsPictures = showsPictures
        self.isKeeper = isKeeper
        self.language = language
        self.delivery = delivery
    }

    mutating func update(_ section: Section) {
        guard let now = section.rows.array(of: Dish.self).first(where: { $0.id == dish.id }) else { return }
        hasNewPrice = hasNewPrice || now.price != dish.price
        dish = now
    }

    /// Whether it is of the same dish as `other`, as the list shows that, and in the same language.
    func isAsKnown(as other: DishPage) -> Bool { dish == other.dish && language == other.language }

    var detail: DishDetail? {
        guard case .loaded(let detail) = content else { return nil }
        return detail
    }

    /// Returns what its delivery costs; an empty text until the page is loaded.
    func deliveryFee(in language: Language) -> PlainText {
        guard let detail else { return "" }
        return delivery.map { PlainText(language.terms($0)) } ?? detail.deliveryFee(in: language)
    }

    mutating func apply(_ delivery: DeliveryRule?, screen: Size) {
        self.delivery = delivery
        scroll(.rows(0), screen: screen)
    }

    var isLoading: Bool { content == .loading }

    /// The first visible line of the text.
    var top: Int { position.top }

    /// The price of one dish: the page's once loaded, otherwise the list's.
    var price: Won { listedPrice ?? detail?.price ?? dish.price }

    /// The original price; `nil` if the dish is not reduced.
    var reducedFrom: Won? {
        listedPrice != nil || detail?.price == nil ? dish.reducedFrom : detail?.reducedFrom
    }

    private var listedPrice: Won? { hasNewPrice ? dish.price : nil }

    /// The addresses of the dish's pictures; empty until the page is loaded.
    var thumbnails: [String] { detail?.thumbnails ?? [] }

    /// The address of the picture beside the text: the list's until the page's pictures are known.
    var shownPicture: String? { thumbnails.indices.contains(picture) ? thumbnails[picture] : dish.image }

    /// Has the page fetched by `request`, and until then goes on showing what it knows.
    mutating func fetch(by request: DetailRequest) {
        self.request = request
        if detail == nil { content = .loading }
    }

    /// Stores the result if it belongs to the pending fetch. Details that are shown outlive a failure.
    mutating func receive(_ reply: DetailReply, screen: Size) {
        guard let request, reply.request == request else { return }
        self.request = nil
        switch reply.result {
        case .success(let detail):
            content = .loaded(detail)
            // A page that is fetched again may have fewer pictures.
            turnPicture(by: 0)
        case .failure(let failure): if detail == nil { content = .failed(failure) }
        }
        scroll(.rows(0), screen: screen)
    }

    /// The toast of a reply that is not shown on the page: what is shown outlives a failure.
    func toast(of reply: DetailReply) -> Toast? {
        guard let request, reply.request == request, detail != nil, case .failure(let failure) = reply.result else {
            return nil
        }
        return .failed(dish, failure)
    }

    mutating func turnPicture(by steps: Int) {
        picture = min(max(0, picture + steps), max(0, thumbnails.count - 1))
    }

    mutating func scroll(_ move: ListCursor.Move, screen: Size) {
        let layout = DishLayout(screen: screen, showsPictures: showsPictures)
        let document = layout.document(of: self, in: language)
        let height = layout.body.size.height
        position.move(
            move, lines: document.lines.count, height: height, page: max(1, height - 1), sections: document.landmarks)
    }
}

extension DishPage: CounterLayer {
    var coversAll: Bool { true }
    var isWaiting: Bool { isLoading }
    var saleItem: SaleItem? { dish.saleItem(at: price) }
    var helpTopic: HelpTopic? { .dish }
    func copiedLines(_ words: Words) -> [String] { ["\(dish.title(in: words.language)) \(price.text)"] }

    mutating func handle(_ command: Command, _ menu: inout MenuCounter, _ shell: inout ShellContext) -> [MenuRequest] {
        if let move = command.move { scroll(move, screen: shell.screen) }
        switch command {
        case .previousPicture: turnPicture(by: -1)
        case .nextPicture: turnPicture(by: 1)
        case .back: return close(&menu, &shell)
        case .refetchPage: return refetch(&menu)
        default: return menu.handle(command, on: dish, &shell) ?? []
        }
        return []
    }

    /// Closes the page and cancels a pending fetch; the list below is unchanged.
    private func close(_ menu: inout MenuCounter, _ shell: inout ShellContext) -> [MenuRequest] {
        shell.close(DishPage.self)
        menu.forgetUnfetched()
        return [.cancelDetail]
    }

    /// Fetches the page again, unless a fetch is pending: the pane beside the list may wait for its result, too.
    private mutating func refetch(_ menu: inout MenuCounter) -> [MenuRequest] {
        guard request == nil else { return [] }
        let request = menu.refetch(self)
        fetch(by: request)
        return [.fetchDetail(request)]
    }

    mutating func layOut(on screen: Size, _ words: Words) {
        language = words.language
        scroll(.rows(0), screen: screen)
    }

    func wantedPictures(on screen: Size) -> [PictureRequest]? { DishPictures(self, screen: screen).all }

    func pictures(
        _ known: [PictureRequest: PictureState], of menu: MenuCounter
    ) -> [PictureRequest: PictureState] { known }

    func draw(_ context: LayerContext, _ words: Words) -> LayerPicture {
        let layout = DishLayout(screen: context.screen, showsPictures: showsPictures)
        let page = DishPageView(words: words, pictures: context.pictures)
        return LayerPicture(
            panels: page.panels(self, layout: layout, spinner: context.spinner), cursor: layout.body.origin)
    }
}
