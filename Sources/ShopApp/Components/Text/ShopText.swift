import Domain
import Foundation
import TerminalText

extension Language {
    /// Returns a text of the shop in this language: the English version if there is one and this is English, otherwise
    /// the shop's own text.
    public func text(_ own: PlainText, english: PlainText?) -> PlainText {
        switch self {
        case .korean: own
        case .english: english ?? own
        }
    }

    func texts(_ own: [PlainText], english: [PlainText]?) -> [PlainText] {
        switch self {
        case .korean: own
        case .english: english ?? own
        }
    }
}

extension ShopText {
    subscript(language: Language) -> PlainText { language.text(own, english: english) }
}

extension SaleItem {
    /// Returns the title, and behind it the choices of its options.
    func title(in language: Language) -> PlainText {
        let title = language.text(title, english: titleInEnglish)
        guard !options.isEmpty else { return title }
        let choices = options.map { language.text($0.title.own, english: $0.title.english).string }
        return PlainText("\(title) (\(choices.joined(separator: ", ")))")
    }
}

extension Int {
    /// The number with commas between thousands: "1,000".
    var grouped: String { Won(self).grouped }
}

/// A Korean particle whose form depends on the ending of the preceding word.
enum KoreanParticle {
    /// 을 or 를.
    case object
    /// 이 or 가.
    case subject
    /// 은 or 는.
    case topic
    /// 으로 or 로.
    case direction

    fileprivate enum Ending { case vowel, liquid, consonant }

    fileprivate func form(after ending: Ending) -> String {
        switch self {
        case .object: ending == .vowel ? "를" : "을"
        case .subject: ending == .vowel ? "가" : "이"
        case .topic: ending == .vowel ? "는" : "은"
        case .direction: ending == .consonant ? "으로" : "로"
        }
    }
}

extension String {
    /// Returns this text followed by the form of `particle` that fits its pronunciation: 원을, 메뉴를, 500으로, URL로.
    func with(_ particle: KoreanParticle) -> String { self + particle.form(after: koreanEnding) }

    private var koreanEnding: KoreanParticle.Ending {
        let spoken = unicodeScalars.last { $0.properties.isAlphabetic || $0.properties.numericType != nil }
        guard let last = spoken?.value else { return .vowel }
        switch last {
        // Syllables come in groups of 28, one for each final consonant: the first has none, the ninth is ㄹ.
        case 0xAC00...0xD7A3: return [0: .vowel, 8: .liquid][(last - 0xAC00) % 28] ?? .consonant
        // The final consonants of decomposed syllables.
        case 0x11A8...0x11FF: return last == 0x11AF ? .liquid : .consonant
        default: return String.spokenEndings[last] ?? .vowel
        }
    }

    /// The endings of digits as read aloud, and of the last letters of words in Latin script that mostly end in a
    /// consonant.
    private static let spokenEndings: [UInt32: KoreanParticle.Ending] = {
        let endings: [(String, KoreanParticle.Ending)] = [("178lLrR", .liquid), ("036mMnN", .consonant)]
        return endings.reduce(into: [:]) { all, group in
            for scalar in group.0.unicodeScalars { all[scalar.value] = group.1 }
        }
    }()
}

extension Date {
    /// Returns date and time in the given time zone: "11-21 21:04".
    func moment(in zone: TimeZone) -> String {
        let parts = parts(in: zone)
        return "\(two(parts.month))-\(two(parts.day)) \(two(parts.hour)):\(two(parts.minute))"
    }

    /// Returns the time in the given time zone: "21:04".
    func clockTime(in zone: TimeZone) -> String {
        let parts = parts(in: zone)
        return "\(two(parts.hour)):\(two(parts.minute))"
    }

    /// Returns the time in the given time zone: "21:04:07".
    func timeOfDay(in zone: TimeZone) -> String {
        let parts = parts(in: zone)
        return "\(two(parts.hour)):\(two(parts.minute)):\(two(parts.second))"
    }

    private func parts(in zone: TimeZone) -> DateComponents {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        return calendar.dateComponents([.month, .day, .hour, .minute, .second], from: self)
    }

    private func two(_ value: Int?) -> String { String(((value ?? 0) + 100) % 100 + 100).suffix(2).description }
}
