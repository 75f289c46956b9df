import Domain
import Terminal
import TerminalText

/// What a setting says, once for the file that `banchan config --init` writes, for help, manual pages and completions, and
/// for the manual's table.
public struct SettingDescription: Sendable {
    /// The values that it can have; empty for a text.
    public let values: [String]
    /// The default, or an example of a text.
    public let example: String
    public let text: (korean: String, english: String)
    /// Whether an open shop takes over a change of the file; others wait for the next start.
    public let isLive: Bool

    fileprivate init(
        _ values: [String], example: String? = nil, isLive: Bool = true, _ korean: String, _ english: String
    ) {
        (self.values, self.example, self.isLive) = (values, example ?? values.first ?? "", isLive)
        text = (korean, english)
    }
}

extension SettingName {
    private static let switches = ["on", "off"]

    public var description: SettingDescription {
        switch self {
        case .theme:
            SettingDescription(
                ThemeChoice.allCases.map(\.rawValue), "색: auto는 단말에 배경을 묻고, 16은 단말의 16색만 씁니다.",
                "The colours: auto asks the terminal for its background; 16 takes none but the terminal's own 16.")
        case .language:
            SettingDescription(
                LanguageChoice.allCases.map(\.rawValue), "언어: auto는 로캘을 따릅니다.",
                "The language: auto is that of the locale.")
        case .mouse:
            SettingDescription(
                SettingName.switches, "마우스: off면 단말에 맡겨, 누를 수는 없고 Shift 없이 글을 고릅니다.",
                "The mouse: off leaves it to the terminal, where nothing can be clicked and text is selected without Shift."
            )
        case .receipt:
            SettingDescription(
                SettingName.switches, "나간 뒤 단말에 남는 영수증: off면 아무것도 남기지 않습니다.",
                "The receipt of a visit, which stays in the terminal: off leaves nothing there.")
        case .bell:
            SettingDescription(
                SettingName.switches, "벨: off면 단말이 울리지 않습니다.", "The terminal's bell: off never rings it.")
        case .pictures:
            SettingDescription(
                PictureChoice.allCases.map(\.rawValue), isLive: false,
                "사진: auto는 단말이 할 수 있으면 픽셀로, 아니면 칸으로 그립니다.",
                "Pictures: auto shows pixels where the terminal says that it can, else cells.")
        case .plain:
            SettingDescription(
                SettingName.switches.reversed(), isLive: false,
                "화면 낭독기용 화면: on이면 한 단에 상자와 사진이 없고, 바뀐 것을 한 줄로 알립니다.",
                "A screen for screen readers: on has one column, no boxes, no pictures, and a line that says what changed."
            )
        case .server:
            SettingDescription(
                [], example: "http://127.0.0.1:8080", isLive: false,
                "가게의 서버, 쉼표로 여럿. 없으면 혼자 엽니다.",
                "The address of a shop's server, such as http://shop.local:8080, or of several with commas between them. "
                    + "Without one the program brings its own.")
        case .guest:
            SettingDescription(
                [], example: "홍길동", "이 단말에서 항상 주문하는 손님. 이름을 묻지 않습니다.",
                "Who orders at this terminal: nobody is asked for a name there.")
        }
    }
}
