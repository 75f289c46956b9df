import Canvas
import Domain
import ShopClient

/// The pictures on the screen and those that are wanted.
struct ShopPictures: Sendable {
    /// The colours that the terminal has for pictures.
    let colors: PictureColors
    /// The latest demand that the repository received.
    private(set) var demand = PictureDemand()
    var known: [PictureRequest: PictureState] = [:]
    /// Whether every section of a list with pictures has been answered once. Before that, no pictures are downloaded.
    private var listsHaveAnswered = false
    private var others: [PictureRequest] = []
    /// The input from which `others` was computed.
    private var othersKey: OthersKey?

    private struct OthersKey: Equatable {
        let sections: [SectionVersion]
        let size: Size?
    }

    /// The number of rows, from the first on, whose pictures are fetched before they come into view.
    static let maxOthers = 1_000

    init(colors: PictureColors) { self.colors = colors }

    /// What the demand depends on when only the list and the pictures beside it are shown.
    private struct ViewKey: Equatable {
        let sections: [SectionVersion]
        let rows: [Range<Int>]
        let size: Size?
        let beside: [PictureRequest]
        let listsHaveAnswered: Bool
    }
    /// The input from which `demand` was computed; `nil` if a layer or a search took part in it.
    private var viewKey: ViewKey?

    /// Returns the effect that requests the wanted pictures if they have changed: those of `covering`, or if it is
    /// `nil`, those of the list and those shown `beside` it.
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
        var rowsLeft = ShopPictures.maxOthers
        for section in list.allSections {
            for row in section.rows.indices.prefix(rowsLeft) {
                let image = section.rows.image(ofRow: row)
                if !image.isEmpty { others.append(PictureRequest(image, fitting: size)) }
            }
            rowsLeft -= min(rowsLeft, section.rows.count)
        }
    }
}

/// Identifies a version of a section's rows.
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
    /// Returns the effect that requests the wanted pictures if they have changed: those of `covering`, or if it is
    /// `nil`, those of the list.
    mutating func updatePictures(covering: [PictureRequest]?) -> [Effect] {
        guard pictures.colors != .none else { return [] }
        let beside = shown.pictures(beside: list) + (list.panePicture.map { [$0] } ?? [])
        return pictures.update(for: list, covering: covering, beside: beside)
    }
}

extension SectionedList {
    /// Returns the states of the pictures of these rows; empty if rows have no pictures.
    func shopPictures(of section: Int, _ shown: Range<Int>, _ known: [PictureRequest: PictureState]) -> [PictureState] {
        guard let size = layout.picture else { return [] }
        let rows = sections[section].rows
        return shown.map { row in
            known[PictureRequest(rows.image(ofRow: row), fitting: size)] ?? .waiting
        }
    }
}
