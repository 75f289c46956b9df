extension Command {
    static let wheel = Command("mouse.wheel", help: ("목록과 글 넘기기", "scroll what is below the pointer"))
    static let click = Command(
        "mouse.click", help: ("고르기, 누르기, 구역 접기", "select, press, fold a section"))
    static let doubleClick = Command("mouse.double-click", help: ("고른 것 열기", "open what is selected"))
    static let selectText = Command(
        "mouse.select-text", help: ("터미널의 글자 선택", "select text, as the terminal does by itself"))
}

extension KeyTable {
    /// The mouse's actions, for the lines of the help page. They have no keys.
    static let mouse: KeyTable = [
        KeyBinding(.wheel, typed: "Wheel"), KeyBinding(.click, typed: "Click"),
        KeyBinding(.doubleClick, typed: "Double-click"), KeyBinding(.selectText, typed: "Shift-drag"),
    ]
}

extension HelpTopic {
    static let mouse = HelpTopic(LocalizedText("마우스", "Mouse"), .mouse)
}
