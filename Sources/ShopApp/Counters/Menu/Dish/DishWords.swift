/// The words of a dish's page.
struct DishWords: Sendable {
    let fact: @Sendable (DishFact) -> String
}

extension DishWords {
    static let korean = DishWords(
        fact: { fact in
            switch fact {
            case .price: "가격"
            case .point: "적립금"
            case .delivery: "배송"
            case .fee: "배송비"
            }
        })

    static let english = DishWords(
        fact: { fact in
            switch fact {
            case .price: "Price"
            case .point: "Points"
            case .delivery: "Delivery"
            case .fee: "Fee"
            }
        })
}

extension Words {
    var dish: DishWords {
        switch language {
        case .korean: .korean
        case .english: .english
        }
    }
}
