/// The words of a dish's page.
struct DishWords: Sendable {
    let title: String
    let fact: @Sendable (DishFact) -> String
}

extension DishWords {
    static let korean = DishWords(
        title: "반찬 자세히",
        fact: { fact in
            switch fact {
            case .price: "가격"
            case .point: "적립금"
            case .delivery: "배송"
            case .fee: "배송비"
            }
        })

    static let english = DishWords(
        title: "The page of a dish",
        fact: { fact in
            switch fact {
            case .price: "Price"
            case .point: "Points"
            case .delivery: "Delivery"
            case .fee: "Fee"
            }
        })
}
