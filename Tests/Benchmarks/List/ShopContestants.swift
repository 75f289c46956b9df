import Domain
import Foundation
import ShopResources
import TerminalProbe
import TerminalText

/// The shop and the C program, each with the same generated menu.
struct ShopContestants {
    let plan: MeasuringPlan
    let menu: GeneratedMenu
    /// Contacts in the phone book that is searched.
    var contacts = 100_000

    /// The pictures that load while keys are pressed, and the milliseconds that each takes.
    private static let slowPictures = (count: 200, bytes: 100_000, delay: 50)

    /// The C program on this menu.
    func floor() throws -> Contestant {
        var subject = Subject(
            name: Report.floor, path: try BuiltProgram.path(of: "banchan-floor"), arguments: ["-n", "\(menu.count)"],
            ready: .text(menu.title(0)))
        subject.linesPerRow = 3
        complete(&subject)
        return Contestant(name: Report.floor, subject: .success(subject))
    }

    /// Runs the shop's server for the duration of `work`, and passes the shop as a guest of it.
    func whileOpen<Answer>(_ work: (Contestant) async throws -> Answer) async throws -> Answer {
        let shop = try ChangingShop(menu)
        defer { shop.close() }
        var subject = try Subject.shop(
            at: shop.port, in: shop.directory.appending(component: "guest"), ready: .text(menu.title(0)))
        complete(&subject)
        var contestant = Contestant(
            name: subject.name, version: InstalledProgram.version(of: subject.path, ["--version"]),
            subject: .success(subject))
        let (plan, first) = (plan, subject)
        contestant.prepare = {
            // The first start fills the cache that later first frames are drawn from.
            let (program, _) = try Series(subject: first, plan: plan).start()
            try program.settle(quiet: 1_000)
            try program.quit()
        }
        return try await work(contestant.with(steps(at: shop)))
    }

    private func complete(_ subject: inout Subject) {
        subject.rows = menu.count
        subject.arrived = .selected(menu.title(min(plan.burst, menu.count - 1)))
    }

    /// The steps that only the shop has, for which its server changes or falls silent, or others are run.
    private func steps(at shop: ChangingShop) -> [Contestant.Step] {
        [
            Contestant.Step(name: "reload of one row") { series, program, figures in
                figures.bytesOfOneRow = try bytesOfOneRow(at: shop, series, program)
            },
            Contestant.Step(name: "keys while all sections hang") { series, program, figures in
                try shop.stopAnswering()
                _ = try program.type(program.bytes(for: .text("R")))
                figures.whileHanging = try series.keysAtRest(
                    min(plan.keys, MeasuringPlan.maxHangingKeys), on: program)
                try shop.serve(menu)
            },
            Contestant.Step(name: "keys while pictures load") { _, _, figures in
                figures.whileLoading = try keysWhilePicturesLoad()
            },
            Contestant.Step(name: "own server") { _, _, figures in
                figures.ownSections = try (0..<plan.starts).map { _ in try startWithOwnServer(in: shop.directory) }
            },
            Contestant.Step(name: "contacts") { _, _, figures in
                guard contacts > 0 else { return }
                try PhoneBook.measure(contacts, plan: plan, in: shop.directory, into: &figures)
            },
        ]
    }

    /// Returns the bytes of output of a reload that finds one row changed, without those before the key is pressed.
    private func bytesOfOneRow(at shop: ChangingShop, _ series: Series, _ program: TimedProgram) throws -> Int {
        var changed = menu
        changed.dearer = min(1, menu.count - 1)
        try series.goHome(program)
        try shop.serve(changed)
        try program.settle(quiet: MeasuringPlan.quietAfterWork)
        var output = try program.type(program.bytes(for: .text("r")))
        let fact = ScreenFact.text(changed.price(min(1, menu.count - 1)).text)
        let deadline = ContinuousClock.now + .milliseconds(plan.timeout)
        repeat {
            try program.drain(quiet: MeasuringPlan.quietAfterWork, into: &output)
            try program.look()
            if fact.holds(on: program.screen) { return output.bytes }
        } while ContinuousClock.now < deadline
        throw MeasuringProblem("the changed row never came", screen: program.screen)
    }

    /// Moves the selection on a fresh device while pictures of a slow server load, and measures the time until the
    /// right row is selected.
    private func keysWhilePicturesLoad() throws -> KeyFigures {
        let slow = ShopContestants.slowPictures
        let menu = GeneratedMenu(count: slow.count, pictures: slow.count, pictureBytes: slow.bytes)
        let host = try PictureHost(menu, delay: .milliseconds(slow.delay))
        let directory = try RunDirectory()
        defer {
            host.close()
            directory.close()
        }
        let subject = try Subject.shop(at: host.port, in: directory.url, ready: .text(menu.title(0)))
        let (program, _) = try Series(subject: subject, plan: plan).start()
        var (figures, row, step) = (KeyFigures(), 0, 1)
        while host.sent < slow.count, figures.count < plan.keys {
            if !(0..<slow.count / 10).contains(row + step) { step = -step }
            row += step
            figures.times.append(try program.time(step > 0 ? .down : .up, until: .selected(menu.title(row))))
            figures.count += 1
            try program.pause(milliseconds: MeasuringPlan.thinking)
        }
        try program.quit()
        return figures
    }

    /// Starts the shop with its own server and menu and no data on disk. Returns the milliseconds until all sections
    /// were shown.
    private func startWithOwnServer(in directory: URL) throws -> Double {
        var tall = plan
        tall.lines = ShopContestants.linesForAllSections
        let resources = try ShopResources.directory()
        let titles = try SectionID.menu.compactMap { section in
            let file = resources.appending(path: "menu/\(section.name).json")
            return try SectionBody.decode(Data(contentsOf: file), as: Dish.self).first?.title.string
        }
        var subject = try Subject.shop(
            at: nil, in: directory.appending(component: "\(UUID())"), ready: .texts(titles))
        // The dishes are recognised by their Korean names.
        subject.environment["LC_ALL"] = "ko_KR.UTF-8"
        let (program, time) = try Series(subject: subject, plan: tall).start(quiet: MeasuringPlan.quietAfterWork)
        try program.settle(quiet: MeasuringPlan.quietAfterWork)
        try program.quit()
        return time
    }

    /// The height of a screen that shows every section of the shop's own menu.
    private static let linesForAllSections = 240
}

extension Contestant {
    func with(_ steps: [Step]) -> Contestant {
        var contestant = self
        contestant.ownSteps = steps
        return contestant
    }
}
