import ArgumentParser
import Domain
import Foundation
import TestPictures

/// Measures how long many pictures take to load, key latency meanwhile, and the memory used afterwards.
struct PicturesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pictures", abstract: "Measures pictures that come from a slow server.")

    @Option(help: "Pictures.")
    var count = 200
    @Option(help: "Bytes of each.")
    var bytes = 100_000
    @Option(help: "Milliseconds that the server takes for each.")
    var delay = 50
    @OptionGroup var options: MeasuringOptions

    func run() async throws {
        let bodies = try PictureMenu(count: count, bytes: bytes).bodies()
        var rounds: [PictureFigures] = []
        let progress = MeasuringProgress("Measuring pictures", steps: options.rounds)
        for _ in 0..<options.rounds {
            rounds.append(try PictureSeries(plan: options.plan, count: count, delay: delay).measure(bodies))
            progress.step()
        }
        progress.finish()
        print(PictureReport(rounds: rounds, count: count, delay: delay).text)
    }
}

/// A menu whose dishes have pictures, each a different one, with the picture files.
struct PictureMenu {
    let count: Int
    let bytes: Int
    /// The number of dishes that have a picture, spread evenly over the menu.
    let pictures: Int

    init(count: Int, bytes: Int, pictures: Int? = nil) {
        (self.count, self.bytes, self.pictures) = (count, bytes, pictures ?? count)
    }

    /// Returns the response bodies of the sections and pictures, by path.
    func bodies() throws -> [String: Data] {
        let menu = GeneratedMenu(count: count)
        var bodies: [String: Data] = [:]
        for (index, section) in SectionID.menu.enumerated() {
            let dishes = menu.numbers(of: index).map { number in
                Dish(
                    detailHash: "P\(number)", image: hasPicture(number) ? "pictures/\(number).jpg" : "",
                    title: menu.dish(number).title,
                    price: menu.price(number))
            }
            bodies["/\(section.path)"] = try JSONEncoder().encode(dishes)
        }
        for number in 0..<count where hasPicture(number) {
            bodies["/pictures/\(number).jpg"] = TestPicture.noise(seed: number, bytes: bytes)
        }
        return bodies
    }

    private func hasPicture(_ number: Int) -> Bool { number * pictures / count < (number + 1) * pictures / count }
}
