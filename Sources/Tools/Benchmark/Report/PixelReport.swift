import Foundation

/// A table of what pictures cost with each kind of graphics, as medians of all measurements.
struct PixelReport {
    let kinds: [(kind: String, rounds: [PixelFigures])]

    var text: String {
        var table = TextTable()
        table.rows = [["ms / bytes until still"] + kinds.map(\.kind)]
        table.rows.append(["start to a screen of pictures"] + kinds.map { shown($0.rounds.map(\.start)) })
        table.rows.append(["key that moves the selection"] + kinds.map { shown($0.rounds.flatMap(\.keys)) })
        table.rows.append(["page with new pictures"] + kinds.map { shown($0.rounds.flatMap(\.newPages)) })
        table.rows.append(["page with known pictures"] + kinds.map { shown($0.rounds.flatMap(\.knownPages)) })
        return table.text
    }

    private func shown(_ works: [PixelFigures.Work]) -> String {
        guard let time = Statistics.median(works.map(\.time)),
            let bytes = Statistics.median(works.map { Double($0.bytes) })
        else { return "-" }
        return String(format: "%.1f / %d", time, Int(bytes))
    }
}
