import Settings
import ShopApp
import Terminal

/// The file that `banchan config --init` writes: every setting with its default or an example, commented out.
enum SettingsSample {
    static func text(in language: Language) -> String {
        func says(_ korean: String, _ english: String) -> String { "# " + (language == .korean ? korean : english) }
        return """
            \(says("반찬 설정. 명령줄과 환경 변수가 이 파일보다 앞섭니다.", "Settings of banchan. The command line and the environment go before this file."))
            \(says("줄 앞의 #을 지우면 쓰입니다. 열려 있는 가게에도 바로 적용됩니다. 지금 값은: banchan config", "Take the # away to use a line. An open shop takes it over at once. What holds now: banchan config"))

            \(says("색: \(list(ThemeChoice.self))", "Colours: \(list(ThemeChoice.self))"))
            #theme: auto

            \(says("언어: \(list(LanguageChoice.self)) (auto는 로캘을 따릅니다)", "Language: \(list(LanguageChoice.self)) (auto is that of the locale)"))
            #language: auto

            \(says("마우스: on, off", "Mouse: on, off"))
            #mouse: on

            \(says("사진: \(list(PictureChoice.self)) (다음에 열 때부터)", "Pictures: \(list(PictureChoice.self)) (from the next start on)"))
            #pictures: auto

            \(says("화면 낭독기용 화면: on, off (다음에 열 때부터)", "A screen for screen readers: on, off (from the next start on)"))
            #plain: off

            \(says("가게의 서버 (다음에 열 때부터). 없으면 혼자 엽니다.", "The shop's server (from the next start on). Without one the program brings its own."))
            #server: http://127.0.0.1:8080

            \(says("이 단말에서 항상 주문하는 손님", "Who always orders at this terminal"))
            #guest: 홍길동

            \(says("배경이 어두울 때와 밝을 때의 색: 따옴표로 묶은 #rrggbb, 또는 0부터 255까지의 번호", "Colours on dark and on light backgrounds: #rrggbb in quotes, or a number from 0 to 255"))
            #colors:
            #  dark:
            #    accent: "#00afaf"
            #    price: "#d78700"
            #    good: "#5faf5f"
            #    bad: "#ff5f5f"
            #    dim: "#949494"
            #  light:
            #    accent: "#005f5f"

            \(says("명령의 키. 명령의 이름은 아래에 있습니다. 키 하나나 목록, 빈 목록은 키 없음.", "Keys of commands, whose names are below: a key, or a list of keys; an empty list for none."))
            #keys:
            #  list.refetch: F5
            #  shop.quit: [q, Ctrl-Q]

            \(says("메뉴에 더할 구역: path는 가게 서버 아래, url은 다른 곳 (다음에 열 때부터)", "Sections to add to the menu: a path below the shop's server, or a url elsewhere (from the next start on)"))
            #sections:
            #  noodles:
            #    title: Noodles
            #    subtitle: from next door
            #    url: https://example.com/menu/noodles

            \(says("명령의 이름", "The names of commands"))
            \(CommandNames.all.map { "#   \($0)" }.joined(separator: "\n"))

            """
    }

    private static func list<Choice: CaseIterable & RawRepresentable<String>>(_ kind: Choice.Type) -> String {
        Choice.allCases.map(\.rawValue).joined(separator: ", ")
    }
}
