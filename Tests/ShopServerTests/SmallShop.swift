import Foundation
import TestPeers
import TestSupport

/// A shop of few files without findings, for tests that break one of them.
enum SmallShop {
    static let files: [String: String] = [
        "menu/main.json": """
        [
          {"detail_hash": "A1", "image": "/pictures/a.jpg", "alt": "가", "delivery_type": [],
           "title": "가지", "description": "", "s_price": "1,000원"},
          {"detail_hash": "B2", "image": "", "alt": "나", "delivery_type": [],
           "title": "나물", "description": "", "s_price": "2,000원"}
        ]
        """,
        "menu/soup.json": """
        {"statusCode": 200, "body": [
          {"detail_hash": "A1", "image": "https://else.where/a.jpg", "alt": "가", "delivery_type": [],
           "title": "가지", "description": "", "s_price": "1,000원"}
        ]}
        """,
        "menu/side.json": "[]",
        "details/A1.json": detail("A1", prices: #"["1,500원", "1,000원"]"#),
        "details/B2.json": detail("B2", prices: "[]"),
        "juice/fruits.json": """
        [{"id": "kiwi", "name": "키위", "count": 10},
         {"id": "mango", "name": "망고", "count": 10}]
        """,
        "juice/recipes.json": """
        [{"id": "kiwi", "name": "키위쥬스", "price": 4500, "needs": {"kiwi": 3}},
         {"id": "both", "name": "망키쥬스", "price": 5500, "needs": {"mango": 2, "kiwi": 1}}]
        """,
        "drinks/drinks.json": """
        [{"id": "cola", "class": "cola", "brand": "별방울", "name": "콜라", "volume": 350, "price": 2000,
          "sugar": 38, "caffeine": 34, "opening": [{"count": 1, "manufactured_days_ago": 0}]},
         {"id": "milk", "class": "strawberry-milk", "brand": "한들", "name": "딸기우유", "volume": 200,
          "price": 1500, "shelf_life": 10, "strawberry_share": 8, "image": "pictures/a.jpg", "opening": []}]
        """,
        "drinks/README": "drinks.json is the machine.",
        "avatars/avatars.json": #"[{"name": "감", "height": 3, "weight": 2, "image": "1.png"}]"#,
    ]

    /// The names of all its files.
    static var names: [String] { Array(files.keys) + pictures.keys }

    private static let pictures = [
        "pictures/a.jpg": TestPicture.jpeg(16, 8) { _, _ in 0xC02010 },
        "avatars/1.png": TestPicture.plain(0x336699, 8, 8),
    ]

    static func detail(_ hash: String, prices: String) -> String {
        """
        {"hash": "\(hash)", "data": {
          "top_image": "/pictures/a.jpg", "thumb_images": ["/pictures/a.jpg"], "product_description": "맛",
          "point": "1원", "delivery_info": "", "delivery_fee": "", "prices": \(prices), "detail_section": []}}
        """
    }

    /// Runs `body` with such a shop in which some files are replaced, or missing if `nil`. Removes it afterwards.
    static func with<Outcome>(
        _ changes: [String: Data?] = [:], _ body: (URL) async throws -> Outcome
    ) async throws -> Outcome {
        let shop = FileManager.default.temporaryDirectory.appending(component: "banchan-\(UUID())")
        try FileManager.default.createDirectory(at: shop, withIntermediateDirectories: true)
        defer { FileManager.default.removeScratch(shop) }
        let all = files.mapValues { Data($0.utf8) }.merging(pictures) { $1 }
        let contents = all.mapValues { Optional($0) }.merging(changes) { $1 }
        for (name, content) in contents {
            guard let content else { continue }
            let file = shop.appending(path: name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try content.write(to: file)
        }
        return try await body(shop)
    }
}
