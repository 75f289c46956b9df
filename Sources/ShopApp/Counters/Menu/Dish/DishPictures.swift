import Canvas
import Domain
import ShopClient

/// Which pictures a dish's page shows, and in which size.
struct DishPictures {
    /// The one in the page's picture place; `nil` where there is no such place, or no picture for it.
    let shown: PictureRequest?
    /// Those that tell of the dish and are at least partly in view, from top to bottom.
    let inText: [PictureRequest]
    /// Those that a turn of the page would show.
    let beside: [PictureRequest]

    init(_ page: DishPage, screen: Size) {
        guard page.showsPictures else {
            (shown, inText, beside) = (nil, [], [])
            return
        }
        let layout = DishLayout(screen: screen)
        let size = layout.picture?.size
        func request(_ address: String?) -> PictureRequest? {
            guard let address, let size, !address.isEmpty else { return nil }
            return PictureRequest(address, fitting: size)
        }
        shown = request(page.shownPicture)
        beside = [page.picture + 1, page.picture - 1].compactMap { number in
            page.thumbnails.indices.contains(number) ? request(page.thumbnails[number]) : nil
        }
        inText = DishPictures.inText(page, layout)
    }

    /// All that are wanted, the most important first.
    var all: [PictureRequest] { [shown].compactMap(\.self) + inText + beside }

    private static func inText(_ page: DishPage, _ layout: DishLayout) -> [PictureRequest] {
        guard let addresses = page.detail?.pictures, !addresses.isEmpty else { return [] }
        let document = DishDocument(
            page, in: page.language, width: layout.body.size.width, hasFacts: layout.facts == nil)
        let lines = document.lines.dropFirst(page.top).prefix(layout.body.size.height)
        var numbers: [Int] = []
        for case .picture(let number, _) in lines where numbers.last != number { numbers.append(number) }
        return numbers.map { PictureRequest(addresses[$0], fitting: document.pictureSize) }
    }
}
