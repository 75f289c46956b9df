import Domain

/// The reason why a guest who connected through ssh cannot be served.
public enum VisitProblem: Error, Hashable, Sendable {
    /// The requested command is not one of `commands`.
    case refused(commands: [String])
    /// The maximum number of guests is reached.
    case full
    /// The guest already holds the maximum number of sessions, `most`.
    case crowded(limit: Int)
    /// Too many unnamed guests connected from the same address.
    case tooManyFromAddress
    /// The shop's server does not answer.
    case closed
    /// The system does not let the program store its files, or start.
    case cannotStart
}

extension Words {
    /// Why a guest who connected through ssh cannot be served.
    func visit(_ problem: VisitProblem) -> String {
        switch problem {
        case .refused(let commands):
            say(
                "여기서는 가게를 열거나 \(commands.joined(separator: ", "))만 볼 수 있습니다 (--json, --lang ko|en).",
                "Here you can open the shop, or print \(commands.joined(separator: ", ")) (--json, --lang ko|en), "
                    + "and nothing else.")
        case .full:
            say(
                "지금은 자리가 없습니다. 잠시 뒤에 다시 와 주세요.",
                "There is no room for another guest now. Please come again in a while.")
        case .crowded(let limit):
            say(
                "한 손님은 한 번에 \(limit)곳까지 들어올 수 있습니다. 열어 둔 곳에서 나간 뒤에 다시 와 주세요.",
                limit == 1
                    ? "You are here already. Leave there, and come again."
                    : "You are here \(limit) times already, which is as often as one guest may be. "
                        + "Leave one, and come again.")
        case .tooManyFromAddress:
            say(
                "같은 주소에서 이름 없이 오신 손님이 너무 많습니다. 잠시 뒤에 다시 와 주세요.",
                "Too many guests without a name come from your address. Please come again in a while.")
        case .closed:
            say(
                "지금은 가게 문이 닫혀 있습니다. 잠시 뒤에 다시 와 주세요.",
                "The shop is closed now. Please come again in a while.")
        case .cannotStart: say("지금은 손님을 받을 수 없습니다.", "No guest can be served now.")
        }
    }
}

/// Messages to guests who connected through ssh, apart from the shop itself.
public enum VisitTexts {
    /// For a guest who was logged out for inactivity.
    public static func loggedOut(_ language: Language) -> String {
        LocalizedText("오래 자리를 비우셔서 나왔습니다.", "You were away for long, and have left the shop.")[language]
    }

    /// For a guest who left with money in the drinks machine.
    public static func returned(_ money: Won, _ language: Language) -> String {
        LocalizedText("음료 기계에 있던 \(money.text)을 돌려드렸습니다.", "You got \(money.text) back from the drinks machine.")[
            language]
    }

    /// For a guest whose money the drinks machine does not return now, if there is any.
    public static func notReturned(_ language: Language) -> String {
        LocalizedText(
            "음료 기계에 돈이 남아 있다면 지금은 돌려드릴 수 없습니다. 가게에 확인해 주세요.",
            "If there is money of yours in the drinks machine, it cannot be returned now. Please ask at the shop.")[
                language]
    }

    /// For a guest who leaves before an order was answered and will not be notified later.
    public static func orderUnanswered(_ language: Language) -> String {
        LocalizedText(
            "주문에 아직 가게의 답이 없습니다. 가게에 확인해 주세요.",
            "An order of yours got no answer yet. Please ask at the shop.")[language]
    }
}
