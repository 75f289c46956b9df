import Domain

extension MenuModule {
    /// The number of dishes taken from each section.
    private static let maxDishes = 3

    static func addFiles(to sample: inout SampleShop) throws(ShopServerError) {
        for section in SectionID.menu {
            let text = try sample.take(first: maxDishes, of: "menu/\(section.name).json")
            for dish in text.list {
                try sample.takePictures([dish["image"]], in: text)
                if let hash = dish["detail_hash"].flatMap(text.string) { try addDetail(of: hash, to: &sample) }
            }
        }
    }

    private static func addDetail(of hash: String, to sample: inout SampleShop) throws(ShopServerError) {
        let name = "details/\(hash).json"
        guard sample.exists(name) else { return }
        let text = try sample.take(name)
        let data = (try? text.root.get())?["data"]
        try sample.takePictures(data?.pictures ?? [], in: text)
    }
}
