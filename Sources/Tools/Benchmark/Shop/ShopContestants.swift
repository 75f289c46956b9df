import Domain
import Foundation
import Platform
import ShopResources
import TerminalEmulator
import TerminalText

/// The shop and the C program, each with the same generated menu.
struct ShopContestants {
    let rows: Int
    let plan: MeasuringPlan
    private let menu: GeneratedMenu
    private let programs: URL

    /// The most rows that are fetched over HTTP; larger menus are generated in the program's own process.
    static let maxRowsOverHTTP = 100_000

    /// The rows have pictures if `hasPictures` is set and they are fetched over HTTP.
    init(rows: Int, plan: MeasuringPlan, hasPictures: Bool = false) throws {
        self.rows = rows
        self.plan = plan
        menu = GeneratedMenu(count: rows, hasPictures: hasPictures)
        let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        programs = URL(filePath: own).deletingLastPathComponent()
    }

    var title: String { "\(rows) rows" }

    /// The menu's rows, each of three lines: title, description and a blank line.
    var keys: MenuKeys { MenuKeys(rows: rows, linesPerRow: 3) }

    /// The C program on this menu.
    func floor() throws -> Subject {
        subject("floor", path: try program("banchan-floor"), arguments: ["-n", "\(rows)"])
    }

    /// Measures the shop in turn with another program. If both show the same rows, `keys` has keys that scroll measured
    /// separately.
    func beside(_ other: Subject, keys: MenuKeys? = nil, in comparison: Comparison) async throws -> Report {
        try await whileOpen { shop in
            var contestants = [shop, Contestant(other)]
            for number in contestants.indices { contestants[number].menu = keys }
            return try await comparison.run(contestants, title: title)
        }
    }

    /// Runs the shop for the duration of `work`: as a guest of a server, unless there are too many rows for HTTP.
    func whileOpen<Answer>(_ work: (Contestant) async throws -> Answer) async throws -> Answer {
        let directory = try RunDirectory()
        defer { directory.close() }
        guard rows <= ShopContestants.maxRowsOverHTTP else {
            return try await work(
                Contestant(try inOwnProcess(sections: SectionID.menu.count, directory: directory.url)))
        }
        let resources = directory.url.appending(path: "resources")
        return try await ChangingShop.whileOpen(menu, resources: resources) { shop in
            try await work(try guest(of: shop, directory: directory.url))
        }
    }

    /// Returns the shop's list on rows generated in the program's own process.
    func inOwnProcess(sections: Int, directory: URL) throws -> Subject {
        let arguments = ["rows", "--count", "\(rows)", "--sections", "\(sections)"]
        return subject("banchan", path: try program("banchan-benchmark"), arguments: arguments, directory: directory)
    }

    /// Returns the shop as a guest of a server.
    private func guest(of shop: ChangingShop, directory: URL) throws -> Contestant {
        let arguments = ["--server", shop.url.absoluteString]
        var subject = subject("banchan", path: try program("banchan"), arguments: arguments, directory: directory)
        subject.keys.find = .text("/")
        var contestant = Contestant(subject)
        let (menu, plan, first) = (menu, plan, subject)
        contestant.prepare = {
            // The first start fills the cache that later first frames are drawn from.
            let (program, _) = try Series(subject: first, plan: plan).start()
            try program.settle(quiet: 1_000)
            try program.quit()
        }
        contestant.refetch = { series, program, figures in
            figures.refetchUnchanged = try series.reload(on: program)
            figures.refetchOneRow = try await ShopContestants.reload(menu, .dish(1), at: shop, series, program)
            figures.refetchAllRows = try await ShopContestants.reload(menu, .everything, at: shop, series, program)
            try await shop.stopAnswering()
            try series.hangingKeys(on: program, into: &figures)
            try await shop.serve(menu)
        }
        contestant.otherStarts = { figures in
            figures.ownSections = try (0..<plan.starts).map { _ in try startWithOwnServer(directory: directory) }
            figures.coldFirstFrames = try Series(subject: first, plan: plan)
                .coldFirstFrames(plan.starts, reading: [directory, try ShopResources.directory()])
        }
        return contestant
    }

    /// Returns the bytes of output of a refetch that finds a changed menu, without those before the key is pressed.
    private static func reload(
        _ menu: GeneratedMenu, _ change: GeneratedMenu.Change, at shop: ChangingShop, _ series: Series,
        _ program: TimedProgram
    ) async throws -> Int? {
        let changed = GeneratedMenu(count: menu.count, change: change, hasPictures: menu.hasPictures)
        try await shop.serve(changed)
        try program.settle(quiet: series.plan.quietAfterWork)
        return try series.reload(on: program, until: .text(changed.price(min(1, menu.count - 1)).text))
    }

    /// Starts the shop with its own server and menu and no data on disk. Returns the milliseconds until all sections
    /// were shown.
    private func startWithOwnServer(directory: URL) throws -> Double {
        var tall = plan
        tall.rows = ShopContestants.rowsForAllSections
        let empty = directory.appending(path: UUID().uuidString, directoryHint: .isDirectory)
        var subject = try subject("banchan", path: program("banchan"), arguments: [], directory: empty)
        // The dishes are recognised by their Korean names.
        subject.environment["LC_ALL"] = "ko_KR.UTF-8"
        let resources = try ShopResources.directory()
        subject.ready = .texts(
            try SectionID.menu.compactMap { section in
                let file = resources.appending(path: "menu/\(section.name).json")
                return try SectionBody.decode(Data(contentsOf: file), as: Dish.self).first?.title.string
            })
        let (program, time) = try Series(subject: subject, plan: tall).start(quiet: plan.quietAfterWork)
        try program.settle(quiet: plan.quietAfterWork)
        try program.quit()
        return time
    }

    /// The height of a screen that shows every section of the shop's own menu.
    private static let rowsForAllSections = 240

    private func subject(_ name: String, path: String, arguments: [String], directory: URL? = nil) -> Subject {
        var subject = Subject(name: name, path: path, arguments: arguments, ready: .text(menu.title(0)))
        subject.keys.reloadAll = .text("R")
        subject.arrived = .selected(menu.title(min(plan.burst, rows - 1)))
        for name in BaseDirectory.variables {
            subject.environment[name] = directory?.appending(path: name.lowercased()).path(percentEncoded: false)
        }
        return subject
    }

    private func program(_ name: String) throws -> String {
        let path = programs.appending(path: name).path(percentEncoded: false)
        guard FileManager.default.isExecutableFile(atPath: path) else { throw MeasuringError.notBuilt(path) }
        return path
    }
}
