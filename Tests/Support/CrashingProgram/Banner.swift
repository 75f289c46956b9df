import Canvas

enum Banner {
    static func frame(size: Size) -> Frame {
        let line = Line("ready", width: size.width)
        let panel = Panel(
            region: Region("banner"), origin: Point(column: 0, row: 0), width: size.width, lines: [line])
        return Frame(size: size, panels: [panel])
    }
}
