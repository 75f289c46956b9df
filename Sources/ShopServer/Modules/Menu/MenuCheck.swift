import Domain
import Foundation
import TerminalText

extension MenuModule {
    static func check(_ check: inout ResourceCheck) {
        var menu = MenuCheck()
        let files = ResourceFile.names(in: ["menu"], of: check.directory).filter { $0.hasSuffix(".json") }
        guard let sections = check.profile?.sections else {
            // Which sections the shop has is not known.
            for file in files { menu.readSection(file, &check) }
            return menu.readDetails(&check)
        }
        let named = sections.map { "menu/\($0.id).json" }
        for file in named { menu.readSection(file, &check) }
        // A file that no section names may be the one that a section does not find.
        let isComplete = named.allSatisfy(check.exists)
        for file in isComplete ? Set(files).subtracting(named).sorted() : [] { check.add(.note, .unnamed, in: file) }
        menu.readDetails(&check)
    }
}

/// Checks that the menu's sections and the details of their dishes can be read and are consistent.
private struct MenuCheck {
    /// A dish and its position in a file.
    private struct Listed {
        let dish: Dish
        let file: ResourceCheck.File
        let node: JSONNode
    }

    /// The first dish of each hash, in the order of the menu.
    private var dishes: [Listed] = []
    private var numbers: [String: Int] = [:]
    /// Whether every dish of the menu could be read. If not, it is not known which dishes it lacks.
    private var isComplete = true

    private func listed(_ hash: String) -> Listed? { numbers[hash].map { dishes[$0] } }

    mutating func readSection(_ name: String, _ check: inout ResourceCheck) {
        let items = check.items(in: name, unwrapping: "body", .menu) { try JSONDecoder().decode([Dish].self, from: $0) }
        guard let items else { return isComplete = false }
        if items.all.count < (items.file.root["body"] ?? items.file.root).items.count { isComplete = false }
        if case .refused(let status) = SectionBody.failure(of: Data(items.file.text.bytes)) {
            check.add(.problem, .refused(status), in: items.file, at: items.file.root["statusCode"])
        }
        var hashes: Set<String> = []
        for (dish, node) in items.all {
            check.expectPicture(at: node["image"], in: items.file)
            check.expectEnglish(FileDescription.menu.fields, of: node, in: items.file)
            let isFirst = hashes.insert(dish.detailHash).inserted
            compare(Listed(dish: dish, file: items.file, node: node), isFirstOfSection: isFirst, &check)
        }
    }

    /// Records the dish, or reports why it must not be listed there.
    private mutating func compare(_ new: Listed, isFirstOfSection: Bool, _ check: inout ResourceCheck) {
        let hash = new.dish.detailHash
        guard let old = listed(hash) else {
            numbers[hash] = dishes.count
            return dishes.append(new)
        }
        if !isFirstOfSection {
            isComplete = false
            check.add(.problem, .sameHash(new.dish), in: new.file, at: new.node["detail_hash"])
        } else if old.dish.title != new.dish.title {
            check.add(
                .problem, .otherDish(new.dish, than: old.dish, in: old.file), in: new.file, at: new.node["title"])
        } else if old.dish.price != new.dish.price {
            check.add(
                .problem, .otherPrice(new.dish, than: old.dish, in: old.file), in: new.file, at: new.node["s_price"])
        } else if !Offer(old.dish).isSold(like: Offer(new.dish)) {
            check.add(.note, .otherTerms(new.dish, than: old.file), in: new.file, at: new.node["detail_hash"])
        }
    }

    func readDetails(_ check: inout ResourceCheck) {
        guard check.exists("details") else {
            if !dishes.isEmpty { check.add(.note, .noDetails, in: "details") }
            return
        }
        // A shop with a rule of its own charges by that rule, whatever its details say.
        let ownRule = check.profile?.delivery
        do throws(ShopServerError) {
            let hashes = try DetailFiles.hashes(in: check.directory)
            let lacking = dishes.filter { !hashes.contains($0.dish.detailHash) }
            for listed in lacking {
                let similar = hashes.first { $0.lowercased() == listed.dish.detailHash.lowercased() }
                check.add(
                    .problem, .noDetail(listed.dish, similar: similar), in: listed.file, at: listed.node["detail_hash"])
            }
            // A detail without a dish may be that of a dish without a detail, whose hash is misspelt.
            let isComplete = isComplete && lacking.isEmpty
            for hash in hashes.sorted() {
                readDetail(hash, readsFee: ownRule == nil, expectsDish: isComplete, &check)
            }
        } catch {
            check.add(.problem, .unreadable(error), in: "details")
        }
    }

    private func readDetail(
        _ hash: String, readsFee: Bool, expectsDish: Bool, _ check: inout ResourceCheck
    ) {
        guard let file = check.file("details/\(hash).json") else { return }
        let node = file.root["data"]
        let detail: DishDetail? = check.value(at: file.root, in: file, FileDescription.details.shape) {
            try JSONDecoder().decode(DishDetailBody.self, from: $0).data
        }
        // Where something else is wrong, a hash that is missing is part of it.
        if file.root["hash"].map(file.text.string) ?? (detail == nil ? hash : nil) != hash {
            check.add(.problem, .anotherHash(hash), in: file, at: file.root["hash"] ?? file.root)
        }
        guard let node, let detail else { return }
        check.expectEnglish(FileDescription.detailFields, of: node, in: file)
        for picture in node.pictures {
            check.expectPicture(at: picture, in: file)
        }
        if readsFee { readFee(of: detail, at: node["delivery_fee"], in: file, &check) }
        guard let listed = listed(hash) else {
            if expectsDish { check.add(.note, .noDish, in: file, at: nil) }
            return
        }
        if let price = detail.price, price != listed.dish.price {
            check.add(.problem, .detailPrice(price, listed.dish), in: file, at: node["prices"]?.items.last)
        }
    }

    private func readFee(
        of detail: DishDetail, at node: JSONNode?, in file: ResourceCheck.File, _ check: inout ResourceCheck
    ) {
        let text = detail.deliveryFee
        check.addFee(text)
        guard text.string.contains("원"), !text.string.hasPrefix("무료"),
            DeliveryFee(understanding: text.string) == nil
        else { return }
        check.add(.problem, .unreadableFee, in: file, at: node)
    }
}

extension SectionBody {
    /// Returns why a section cannot be served; `nil` if it can.
    fileprivate static func failure(of body: Data) -> SectionBodyError? {
        do throws(SectionBodyError) {
            let _: [Dish] = try decode(body)
            return nil
        } catch {
            return error
        }
    }
}

extension JSONNode {
    /// The addresses of the pictures in a detail's data.
    var pictures: [JSONNode] {
        let top = [self["top_image"]].compactMap(\.self)
        return top + ["thumb_images", "detail_section"].flatMap { self[$0]?.items ?? [] }
    }
}

extension FindingText {
    fileprivate static let noDetails = FindingText(
        korean: "상세 정보가 하나도 없어 반찬의 페이지를 볼 수 없습니다.",
        english: "There are no details, so that the pages of dishes cannot be shown.")
    fileprivate static let unnamed = FindingText(
        korean: "shop.json의 “sections”에 없는 섹션이라 보이지 않습니다.",
        english: "No section in “sections” of shop.json has this file, so that it is not shown.")
    fileprivate static let noDish = FindingText(
        korean: "메뉴에 없는 반찬의 상세 정보입니다.", english: "This is the detail of a dish that is not on the menu.")

    fileprivate static let unreadableFee = FindingText(
        korean: "“2,500원 (40,000원 이상 구매 시 무료)” 꼴이 아니어서 배달비를 받지 않습니다.",
        english: "This is not like “2,500원 (40,000원 이상 구매 시 무료)”, so that nothing is charged for delivery.")

    fileprivate static func refused(_ status: Int) -> FindingText {
        FindingText(korean: "statusCode가 \(status)입니다.", english: "The statusCode is \(status).")
    }

    fileprivate static func sameHash(_ dish: Dish) -> FindingText {
        FindingText(
            korean: "\(dish.detailHash)는 이 섹션에 이미 있습니다: \(dish.title)",
            english: "\(dish.detailHash) is in this section already: \(dish.title)")
    }

    fileprivate static func otherDish(
        _ dish: Dish, than other: Dish, in file: ResourceCheck.File
    ) -> FindingText {
        FindingText(
            korean: "\(dish.detailHash)는 \(file.name)에서 \(other.title)이고, 그 반찬만 주문할 수 있습니다.",
            english: "\(dish.detailHash) is \(other.title) in \(file.name), and only that dish can be ordered.")
    }

    fileprivate static func otherPrice(
        _ dish: Dish, than other: Dish, in file: ResourceCheck.File
    ) -> FindingText {
        FindingText(
            korean: "\(dish.detailHash)의 값이 \(file.name)에는 \(other.price.text)이고, 그 값이 우선합니다.",
            english: "\(dish.detailHash) costs \(other.price.text) in \(file.name), which comes first.")
    }

    fileprivate static func otherTerms(_ dish: Dish, than file: ResourceCheck.File) -> FindingText {
        FindingText(
            korean: "\(dish.detailHash)의 수량과 품절 여부, 선택 사항은 \(file.name)에 다르게 있고, 그 내용이 우선합니다.",
            english: "\(dish.detailHash) has another count or other options in \(file.name), which comes first.")
    }

    /// `similar` is the hash of a detail that is probably meant.
    fileprivate static func noDetail(_ dish: Dish, similar: String?) -> FindingText {
        let hint = similar.map { (" (\($0).json은 있습니다)", " (there is \($0).json)") } ?? ("", "")
        return FindingText(
            korean: "details/\(dish.detailHash).json이 없습니다: \(dish.title)\(hint.0)",
            english: "There is no details/\(dish.detailHash).json: \(dish.title)\(hint.1)")
    }

    fileprivate static func anotherHash(_ hash: String) -> FindingText {
        FindingText(korean: "hash가 파일 이름과 다릅니다: \(hash)", english: "The hash is not that of the file's name: \(hash)")
    }

    fileprivate static func detailPrice(_ price: Won, _ dish: Dish) -> FindingText {
        FindingText(
            korean: "여기에는 \(price.text)인데 메뉴에는 \(dish.price.text)이고, 메뉴의 값이 우선합니다.",
            english: "This says \(price.text), the menu \(dish.price.text), which comes first.")
    }
}
