import Canvas
import Domain
import ShopClient

/// Pictures that the screen can show, and which of them are wanted.
struct ShopPictures: Sendable {
    /// What the terminal can give to them.
    let colors: PictureColors
    /// What the repository was asked for last.
    private(set) var demand = PictureDemand()
    /// What can be shown of those on the screen.
    var known: [PictureRequest: PictureState] = [:]
    /// Whether every list has answered once; pictures are not downloaded before.
    private var listsHaveAnswered = false
    private var others: [PictureRequest] = []
    /// What `others` was made of.
    private var othersKey: OthersKey?

    private struct OthersKey: Equatable {
        let versions: [Int]
        let size: Size?
    }

    /// More pictures are not fetched before they come into view.
    static let mostOthers = 1_000

    init(colors: PictureColors) { self.colors = colors }

    /// Says what is wanted now, if that is not what was wanted before: pictures `covering` those of the list, or these
    /// and what is shown `beside` them.
    mutating func update(for list: SectionedList, covering: [PictureRequest]?, beside: [PictureRequest]) -> [Effect] {
        guard colors != .none else { return [] }
        if !listsHaveAnswered, list.showsPictures, !list.allSections.isEmpty {
            listsHaveAnswered = list.allSections.allSatisfy(\.hasAnswered)
        }
        updateOthers(list)
        let inView = covering ?? ShopPictures.requests(inView: list) + beside
        return change(to: PictureDemand(inView: inView, others: others, mayDownload: listsHaveAnswered))
    }

    private mutating func change(to next: PictureDemand) -> [Effect] {
        guard next != demand else { return [] }
        demand = next
        return [.wantPictures(next)]
    }

    private static func requests(inView list: SectionedList) -> [PictureRequest] {
        guard let size = list.layout.picture else { return [] }
        return list.sections.indices.flatMap { index in
            let rows = list.sections[index].rows
            return list.rowsInView(of: index).clamped(to: rows.indices).compactMap { row in
                let image = rows.image(ofRow: row)
                return image.isEmpty ? nil : PictureRequest(image, fitting: size)
            }
        }
    }

    private mutating func updateOthers(_ list: SectionedList) {
        let key = OthersKey(versions: list.allSections.map(\.contentVersion), size: list.layout.picture)
        guard key != othersKey else { return }
        othersKey = key
        others = []
        guard let size = key.size else { return }
        let images = list.allSections.lazy.flatMap { section in
            section.rows.indices.lazy.map(section.rows.image(ofRow:))
        }
        others = images.prefix(ShopPictures.mostOthers).filter { !$0.isEmpty }.map {
            PictureRequest($0, fitting: size)
        }
    }
}

extension SectionedList {
    /// What can be shown of the shop's pictures of the rows in view; empty where rows have none.
    func shopPictures(of section: Int, _ known: [PictureRequest: PictureState]) -> [PictureState] {
        guard let size = layout.picture else { return [] }
        let rows = sections[section].rows
        return rowsInView(of: section).map { row in
            known[PictureRequest(rows.image(ofRow: row), fitting: size)] ?? .waiting
        }
    }
}
