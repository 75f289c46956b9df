import Canvas
import Domain
import ShopClient
import Terminal
import TerminalText
import Testing

@testable import ShopApp

/// A click on a cell refers to what is drawn there, on every recorded screen in every size.
@Suite struct ClickPropertyTests {
    /// The screen is drawn once in each size for all that holds of its cells.
    @Test(arguments: ScreenFile.all) func eachCellIsWhatIsDrawnThere(_ file: ScreenFile) {
        for (number, size) in file.sizes.enumerated() {
            let state = file.state(size, .indexed)
            let shop = DrawnShop(state, .korean)
            expectThatTabsShowTheirCounters(shop, .korean)
            expectThatKeysInTheFooterAreThoseKeys(shop, .korean, withEffects: number == 0)
            expectThatTheListIsItsRowsAndHeaders(shop, .korean)
            expectThatNothingOfTheListClicksBelowOthers(shop)
            if !file.name.hasPrefix("plain") { expectThatButtonsInFrontAreButtons(shop) }
            expectThatToastsAreDismissed(shop, .korean)
            expectThatClicksBesideTheScreenAreHarmless(shop)
            guard number < 2 else { continue }
            let english = DrawnShop(state, .english)
            expectThatTabsShowTheirCounters(english, .english)
            expectThatKeysInTheFooterAreThoseKeys(english, .english, withEffects: false)
        }
    }

    private func expectThatTabsShowTheirCounters(_ shop: DrawnShop, _ words: Words) {
        guard shop.region(0, 0) == Region("frame-top") else { return }
        for (number, name) in shop.state.tabNames.enumerated() {
            let columns = shop.columns(of: "\(number + 1) \(name[words.language])", inRow: 0).joined()
            #expect(columns.allSatisfy { shop.shellTarget($0, 0) == .tab(number) })
        }
    }

    private func expectThatKeysInTheFooterAreThoseKeys(_ shop: DrawnShop, _ words: Words, withEffects: Bool) {
        let last = shop.state.size.height - 1
        for hint in shop.state.usefulKeys.hints where hint.binding.typed == nil {
            let text = "\(hint.label) \(hint.binding.command.hint?[words.language] ?? "")"
            guard let columns = shop.columns(of: text, inRow: last).first else { continue }
            let keys = columns.map { shop.shellTarget($0, last) }
            #expect(keys == expectedKeys(hint, columns: text.columns))
            // The effect of the key depends on neither language nor size, so it is checked once.
            guard columns.lowerBound > 0, withEffects else { continue }
            var (clicked, pressed) = (shop.state, shop.state)
            let effects = clicked.click(Point(column: columns.lowerBound, row: last), words)
            let same = hint.binding.keys.first.map { pressed.press($0) }
            #expect(effects == same)
            #expect(Fixture.frame(clicked, words) == Fixture.frame(pressed, words))
        }
    }

    /// Returns the expected target of each cell of the hint. If a hint has several keys, each key's label is a target
    /// of its own, and all other cells refer to the first key.
    private func expectedKeys(_ hint: KeyTable.KeyHint, columns: Int) -> [ShellTarget?] {
        let all = hint.keys.flatMap { key in
            Array(repeating: ShellTarget.key(key), count: key.label.columns) + [hint.keys.first.map { .key($0) }]
        }
        let rest = Array(repeating: hint.keys.first.map { ShellTarget.key($0) }, count: columns)
        return Array((all + rest).prefix(columns))
    }

    private func expectThatTheListIsItsRowsAndHeaders(_ shop: DrawnShop, _ words: Words) {
        let list = shop.state.list
        let isMessage = shop.state.shown.texts.emptyHint != nil && list.sections.allSatisfy(\.rows.isEmpty)
        guard shop.state.layers.isEmpty, shop.state.shown.emptyState == nil, !isMessage, !list.layout.isTooSmall else {
            return
        }
        var selected: Set<ShellTarget> = []
        for row in 0..<list.layout.height {
            let expected = meaning(ofLine: list.cursor.top + row, isFirst: row == 0, in: list)
            let screenRow = list.layout.origin.row + row
            let columns = shop.columnsBesideToasts(inRow: screenRow).filter { $0 < list.layout.width }
            let wrong = columns.filter { column in
                let target = shop.shellTarget(column, screenRow)
                if case .retry = target { return false }
                return target != expected
            }
            #expect(wrong.isEmpty, "row \(screenRow) of \(list.layout.screen)")
            guard let expected, let column = columns.first, selected.insert(expected).inserted else { continue }
            expectSelecting(expected, at: Point(column: column, row: screenRow), of: shop, words)
        }
    }

    private func meaning(ofLine line: Int, isFirst: Bool, in list: SectionedList) -> ShellTarget? {
        let geometry = list.geometry
        guard line < geometry.lineCount else { return nil }
        let section = geometry.section(atLine: line)
        let rest = line - geometry.headerLine(of: section)
        let id = list.sections[section].id
        if isFirst || rest == 0 { return .header(id) }
        let row = (rest - geometry.headerHeight) / geometry.rowHeight
        guard rest >= geometry.headerHeight, row < geometry.rowCounts[section], !geometry.isFolded(section) else {
            return nil
        }
        return .row(id, row)
    }

    private func expectSelecting(_ target: ShellTarget, at point: Point, of shop: DrawnShop, _ words: Words) {
        guard case .row(let section, let number) = target else { return }
        var state = shop.state
        let effects = state.click(point, words)
        #expect(effects.allSatisfy { $0.isAboutPictures })
        #expect(state.list.selectedSection?.id == section)
        #expect(state.list.cursor.selection.row == number)
    }

    private func expectThatNothingOfTheListClicksBelowOthers(_ shop: DrawnShop) {
        guard !shop.state.layers.isEmpty else { return }
        let targets = (0..<shop.frame.size.height).flatMap { row in
            (0..<shop.frame.size.width).compactMap { shop.shellTarget($0, row) }
        }
        let ofTheList = targets.filter { target in
            switch target {
            case .row, .header, .retry: true
            case .tab, .key, .command, .listed, .toast, .welcome: false
            }
        }
        #expect(ofTheList.isEmpty)
    }

    private func expectThatButtonsInFrontAreButtons(_ shop: DrawnShop) {
        guard shop.inputPanels.start < shop.frame.panels.count, !shop.state.layers.isEmpty else { return }
        for panel in shop.frame.panels[shop.inputPanels.start...] {
            for (index, line) in panel.lines.enumerated() {
                for span in line.spans where isButton(span.text) {
                    let columns = (panel.origin.column + span.column)..<(panel.origin.column + span.end)
                    let row = panel.origin.row + index
                    let meanings = columns.filter { shop.region($0, row) == panel.region }
                        .map { String(describing: shop.target($0, row)) }
                    #expect(meanings.allSatisfy { $0.contains("button") })
                    #expect(Set(meanings).count <= 1)
                }
            }
        }
    }

    /// Whether the text is a button, such as "[ Yes ]". In "[ ]" the brackets are two keys.
    private func isButton(_ text: String) -> Bool {
        text.hasPrefix("[") && text.hasSuffix("]") && text.contains { $0.isLetter }
    }

    private func expectThatToastsAreDismissed(_ shop: DrawnShop, _ words: Words) {
        for panel in shop.frame.panels where panel.region == Region("toast") {
            for row in panel.rows {
                let targets = (0..<panel.width).map { shop.shellTarget(panel.origin.column + $0, row) }
                #expect(targets.allSatisfy { $0 == .toast })
            }
            var state = shop.state
            state.click(panel.origin, words)
            #expect(state.toast.current != shop.state.toast.current)
        }
    }

    private func expectThatClicksBesideTheScreenAreHarmless(_ shop: DrawnShop) {
        let size = shop.frame.size
        for point in [
            Point(column: size.width, row: 0), Point(column: 0, row: size.height), Point(column: 9_999, row: 9_999),
        ] {
            #expect(shop.inputPanels.zone(at: point, in: shop.frame) == nil)
        }
    }
}

extension Effect {
    /// Whether the effect is a picture demand, a timer or a counter's request. These do not count as effects of a
    /// click.
    fileprivate var isAboutPictures: Bool {
        switch self {
        case .wantPictures, .startTimer, .request: true
        default: false
        }
    }
}
