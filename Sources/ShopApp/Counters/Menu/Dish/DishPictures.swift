import Canvas
import Domain
import ShopClient

/// The pictures on a dish's page, with their sizes.
struct DishPictures {
    /// The picture beside or above the text; `nil` if there is no place or no picture for it.
    let shown: PictureRequest?
    /// The detail pictures that are at least partly in view, from top to bottom.
    let inText: [PictureRequest]
    /// The next and the previous picture, loaded ahead.
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

    /// All requested pictures, the most important first.
    var all: [PictureRequest] { [shown].compactMap(\.self) + inText + beside }

    private static func inText(_ page: DishPage, _ layout: DishLayout) -> [PictureRequest] {
        guard let addresses = page.detail?.pictures, !addresses.isEmpty else { return [] }
        let document = layout.document(of: page, in: page.language)
        let lines = document.lines.dropFirst(page.top).prefix(layout.body.size.height)
        var numbers: [Int] = []
        for case .picture(let number, _) in lines where numbers.last != number { numbers.append(number) }
        return numbers.map { PictureRequest(addresses[$0], fitting: document.pictureSize) }
    }
}
