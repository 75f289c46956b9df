import Foundation
import TerminalProbe

/// A generated phone book of any size, with the same contacts each time, and its figures on the screen.
enum PhoneBook {
    private static let families = Array("김이박최정강조윤장임한오서신권황안송류홍전고문양손배백허남심노하곽성차주우구민진")
        .map(String.init)
    private static let syllables = Array("가나다라마바사아자차카타파하거너더러서어저처고노도로소오조초호구누두루수우주희지훈연아영은민준서윤")
        .map(String.init)
    private static let foreign = ["Anna", "Émile", "Zoe", "Kim", "Lee", "Otto", "Maria", "Noor"]
    /// The first contact of the list.
    private static let first = "가가"
    /// The letters typed into the search, one by one.
    private static let typed = ["ㄱ", "ㅅ", "ㅇ"]
    /// Milliseconds without output after which the list counts as updated.
    private static let quiet = 120
    private static let maxStarts = 3

    /// Measures the contacts counter with a phone book of `count`, made below `directory`, and the memory with its
    /// list on the screen.
    static func measure(_ count: Int, plan: MeasuringPlan, in directory: URL, into figures: inout Figures) throws {
        let home = directory.appending(component: "contacts-\(count)")
        var subject = try Subject.shop(at: nil, in: home, ready: .texts(["Contacts", "connected"]))
        if !FileManager.default.fileExists(atPath: home.path) { try make(count, for: subject, in: home) }
        subject.rows = count
        let series = Series(subject: subject, plan: plan)
        var (keys, letters) = (KeyFigures(), KeyFigures())
        for _ in 0..<min(plan.starts, maxStarts) {
            let program = try series.open()
            let counter = program.screen.line(0).firstMatch(of: #/(\d) Contacts/#).map { String($0.1) } ?? ""
            figures.contactOpenings.append(try program.time(.text(counter), until: .text(first)))
            try program.settle(quiet: MeasuringPlan.quietAfterWork)
            for key in Array(repeating: Key.down, count: plan.keys) + Array(repeating: .up, count: plan.keys) {
                try series.press(program.bytes(for: key), on: program, into: &keys)
            }
            figures.memory = figures.memory ?? program.processID.map { ProcessFigures(of: $0).proportionalSetSize }
            _ = try program.type(program.bytes(for: .text("/")))
            try program.settle(quiet: MeasuringPlan.quietAfterWork)
            for letter in typed { try series.press(Array(letter.utf8), on: program, quiet: quiet, into: &letters) }
            _ = try program.type(program.bytes(for: .escape))
            try program.settle(quiet: MeasuringPlan.quietAfterWork)
            try program.quit()
        }
        figures.moving = figures.moving ?? keys
        figures.contactLetters = letters
    }

    /// Has the program import a file of cards.
    private static func make(_ count: Int, for subject: Subject, in home: URL) throws {
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        let file = home.appending(component: "cards.vcf")
        try Data((0..<count).map(card).joined().utf8).write(to: file)
        let progress = MeasuringProgress("Making a phone book", steps: 1)
        defer { progress.finish() }
        let environment = ProcessInfo.processInfo.environment.merging(subject.environment) { $1 }
        let output = InstalledProgram.output(
            of: subject.path, ["contacts", "import", file.path], environment: environment)
        guard output?.contains("\(count)") == true else {
            throw MeasuringProblem("the phone book is not made: \(output ?? "")")
        }
    }

    private static func card(_ number: Int) -> String {
        let digits = String(100_000_000 + number * 7_919 % 100_000_000).dropFirst()
        return "BEGIN:VCARD\r\nVERSION:4.0\r\nUID:benchmark-\(number)\r\nFN:\(name(number))\r\nTEL:010\(digits)\r\n"
            + "END:VCARD\r\n"
    }

    private static func name(_ number: Int) -> String {
        if number == 0 { return first }
        if number % 23 == 0 { return "\(foreign[number / 23 % foreign.count]) \(number)" }
        let (first, second) = (number * 31 % syllables.count, number / 7 % syllables.count)
        return families[number % families.count] + syllables[first] + syllables[second]
    }
}
