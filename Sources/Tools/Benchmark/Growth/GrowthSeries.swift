import Contacts
import Foundation
import TerminalEmulator
import TerminalText

/// The sizes of a growth measurement, and how much is measured at each.
struct GrowthPlan: Sendable {
    var rows = [100, 1_000, 10_000, 100_000, 1_000_000]
    var sections = [3, 30, 300]
    var pictures = [0, 20, 200, 2_000]
    var contacts = [1_000, 10_000, 100_000, 1_000_000]
    /// The rows in all sections together while sections grow, and the rows of the menu while pictures grow.
    var rowsOfSections = 3_000
    var rowsWithPictures = 2_000
    /// The size of a picture's file in bytes.
    var pictureBytes = 20_000
    var measuring = MeasuringPlan(columns: 120, rows: 40, starts: 5, keys: 100, burst: 1, idleSeconds: 0)

    /// A plan with small sizes, for a quick run.
    static let short = GrowthPlan(
        rows: [100, 200], sections: [3, 30], pictures: [0, 10], contacts: [100, 200], rowsOfSections: 300,
        rowsWithPictures: 60, pictureBytes: 2_000,
        measuring: MeasuringPlan(columns: 120, rows: 40, starts: 1, keys: 4, burst: 1, idleSeconds: 0))
}

/// The quantity that grows.
enum GrowthSubject: String, CaseIterable, Sendable { case rows, sections, pictures, contacts }

/// Measures the shop on a terminal while one quantity grows.
struct GrowthSeries: Sendable {
    let plan: GrowthPlan

    func measure(_ subject: GrowthSubject) async throws -> GrowthTable {
        switch subject {
        case .rows: try await rows()
        case .sections: try sections()
        case .pictures: try pictures()
        case .contacts: try await contacts()
        }
    }

    private func rows() async throws -> GrowthTable {
        let points = try await points("rows", plan.rows) { count in
            try await ShopContestants(rows: count, plan: plan.measuring).whileOpen { shop in
                try await shop.prepare()
                return try point(shop.subject, rows: count)
            }
        }
        return GrowthTable(
            "rows", points, GrowthTable.Column.list,
            note: "Rows in three sections, known from disk; more than \(ShopContestants.maxRowsOverHTTP) are made in "
                + "the program's own process, at each start.")
    }

    /// Measures a user's own sections beside the shop's three; all rows are generated in the program's process.
    private func sections() throws -> GrowthTable {
        var points: [(Int, GrowthPoint)] = []
        for count in plan.sections {
            let directory = try RunDirectory()
            defer { directory.close() }
            let subject = try ShopContestants(rows: plan.rowsOfSections, plan: plan.measuring)
                .inOwnProcess(sections: count, directory: directory.url)
            points.append((count, try point(subject, rows: plan.rowsOfSections)))
        }
        return GrowthTable(
            "sections", points, GrowthTable.Column.list,
            note: "\(plan.rowsOfSections) rows, made in the program's own process; a settings file may add 32 sections "
                + "to the shop's three.")
    }

    private func pictures() throws -> GrowthTable {
        var points: [(Int, GrowthPoint)] = []
        for count in plan.pictures {
            let directory = try RunDirectory()
            defer { directory.close() }
            let menu = PictureMenu(count: plan.rowsWithPictures, bytes: plan.pictureBytes, pictures: count)
            let host = try PictureHost(bodies: menu.bodies(), delay: .zero)
            defer { host.close() }
            let titles = GeneratedMenu(count: plan.rowsWithPictures)
            let subject = try Subject.shop(at: host.port, in: directory.url, ready: titles.title(0))
            points.append(
                (
                    count,
                    try point(subject, rows: plan.rowsWithPictures, seeing: titles.title(plan.rowsWithPictures - 1))
                ))
        }
        return GrowthTable(
            "pictures", points, GrowthTable.Column.pictures,
            note:
                "\(plan.rowsWithPictures) rows, of which so many have a picture of \(plan.pictureBytes) bytes. The first frame "
                + "is that of a second start, memory that of the first when all pages have been looked at.")
    }

    private func contacts() async throws -> GrowthTable {
        let directory = try RunDirectory()
        defer { directory.close() }
        let path = directory.url.appending(path: "banchan/contacts.sqlite").path
        var filled = 0
        var points: [(Int, GrowthPoint)] = []
        for count in plan.contacts {
            try await GeneratedContacts.fill(PhoneBookStore(at: path), from: filled, count: count)
            filled = count
            let first = try await PhoneBookStore(at: path).index()[0].name.string
            let series = ContactScreenSeries(data: directory.url, first: first, rounds: min(3, plan.measuring.starts))
            let figures = try await onOwnThread { try series.figures() }
            points.append((count, GrowthPoint(figures)))
        }
        return GrowthTable(
            "contacts", points, GrowthTable.Column.contacts,
            note: "A phone book on this device, in at most 41 sections, one for each initial.")
    }

    private func points(
        _ title: String, _ sizes: [Int], _ measure: (Int) async throws -> GrowthPoint
    ) async throws -> [(size: Int, point: GrowthPoint)] {
        var points: [(Int, GrowthPoint)] = []
        for size in sizes { points.append((size, try await measure(size))) }
        return points
    }

    /// Measures one program. If `last` is given, pages down to that row first, so that every picture has been shown.
    private func point(_ subject: Subject, rows: Int, seeing last: String? = nil) throws -> GrowthPoint {
        let series = Series(subject: subject, plan: plan.measuring)
        var point = GrowthPoint()
        let (program, _) = try series.start()
        try program.settle(quiet: plan.measuring.quietAfterWork)
        if let last { try scrollThrough(to: last, on: program) }
        point.proportionalSetSize = program.processID.map { ProcessFigures(of: $0).proportionalSetSize }
        point.atRest = try series.keysAtRest(on: program)
        point.scrolling = try series.keysScrolling(on: program, rows: rows)
        try program.quit()
        point.firstFrame = Statistics.median(try series.firstFrames(plan.measuring.starts))
        return point
    }

    private func scrollThrough(to last: String, on program: TimedProgram) throws {
        let deadline = ContinuousClock.now + .seconds(GrowthSeries.maxScrollSteps)
        while !ScreenFact.selected(last).holds(on: program.screen) {
            guard ContinuousClock.now < deadline else {
                throw MeasuringError.notSeen("banchan", .selected(last), screen: program.screen.text)
            }
            _ = try program.type(program.bytes(for: .pageDown))
            try program.settle(quiet: plan.measuring.thinking)
        }
        try program.settle(quiet: plan.measuring.quietAfterWork)
    }

    /// The timeout for paging through the list, in seconds.
    private static let maxScrollSteps = 120
}

extension GrowthPoint {
    fileprivate init(_ figures: ContactScreenFigures) {
        self.init(
            firstFrame: Statistics.median(figures.openings),
            atRest: KeyFigures(times: figures.keys, bytes: figures.bytes, count: figures.keys.count),
            letters: figures.filterKeys, proportionalSetSize: figures.proportionalSetSize)
    }
}
