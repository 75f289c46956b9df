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
        let sections: [SectionVersion]
        let size: Size?
    }

    /// More pictures are not fetched before they come into view.
    static let mostOthers = 1_000

    init(colors: PictureColors) { self.colors = colors }

    /// What of the list the demand depends on.
    private struct ViewKey: Equatable {
        let sections: [SectionVersion]
        let rows: [Range<Int>]
        let size: Size?
        let beside: [PictureRequest]
        let listsHaveAnswered: Bool
    }
    /// What `demand` was made of; `nil` where that was more than a list and what is beside it.
    private var viewKey: ViewKey?

    /// Says what is wanted now, if that is not what was wanted before: pictures `covering` those of the list, or these
    /// and what is shown `beside` them.
    mutating func update(for list: SectionedList, covering: [PictureRequest]?, beside: [PictureRequest]) -> [Effect] {
        guard colors != .none else { return [] }
        if !listsHaveAnswered, list.showsPictures, !list.allSections.isEmpty {
            listsHaveAnswered = list.allSections.allSatisfy(\.hasAnswered)
        }
        let key =
            covering != nil || list.filter != nil
            ? nil
            : ViewKey(
                sections: list.sections.map(SectionVersion.init), rows: list.sections.indices.map(list.rowsInView),
                size: list.layout.picture,
                beside: beside, listsHaveAnswered: listsHaveAnswered)
        if let key, key == viewKey { return [] }
        viewKey = key
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
        let key = OthersKey(sections: list.allSections.map(SectionVersion.init), size: list.layout.picture)
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

/// Tells rows of a section from any other.
private struct SectionVersion: Equatable {
    private let id: SectionID
    private let contentVersion: Int
    private let rowCount: Int

    init(_ section: Section) {
        id = section.id
        contentVersion = section.contentVersion
        rowCount = section.rows.count
    }
}

extension ShopState {
    /// Says what pictures are wanted now, if that is not what was wanted before: those `covering` the list's, or these.
    mutating func updatePictures(covering: [PictureRequest]?) -> [Effect] {
        guard pictures.colors != .none else { return [] }
        let beside = shown.pictures(beside: list) + (list.panePicture.map { [$0] } ?? [])
        return pictures.update(for: list, covering: covering, beside: beside)
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
