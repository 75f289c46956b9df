import Domain
import Foundation

// Content that changes with time alone: drinks expire overnight.
extension MachineService {
    /// The content of the sections apart from the stock, as texts that differ when it does.
    var contents: [SectionID: String] {
        let day = (try? days.today())?.text ?? ""
        return Dictionary(grouping: assortment.offers) { $0.product.drinkClass.kind }.reduce(into: [:]) { texts, kind in
            let labels = kind.value.map(\.content)
            let all = kind.key == .milk ? labels + [day] : labels
            texts[kind.key.section] = EntityTag(of: all.joined(separator: "\n").utf8).opaque
        }
    }
}
