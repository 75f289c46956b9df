/// The shop's figures at one size. Times are medians in milliseconds unless stated otherwise.
struct GrowthPoint: Sendable {
    /// From just before `exec` to the output with the first row; for contacts, from the counter's key.
    var firstFrame: Double?
    var atRest: KeyFigures?
    var scrolling: KeyFigures?
    /// From typing each letter of a search until the list is updated.
    var letters: [Double] = []
    /// The proportional set size, in KiB.
    var proportionalSetSize: Int?
}

extension GrowthTable {
    /// A column of the table: how it is named and formatted, and how its value is read from a point.
    struct Column: Sendable {
        let name: String
        var unit = ""
        let digits: Int
        var budget: Double?
        let value: @Sendable (GrowthPoint) -> Double?

        static let firstFrame = Column(name: "first frame", unit: "ms", digits: 1, budget: 12, value: \.firstFrame)
        static let opening = Column(
            name: "opening the counter", unit: "ms", digits: 1, budget: 150, value: \.firstFrame)
        static let key = Column(name: "key", unit: "ms", digits: 2) { $0.atRest?.median }
        static let lateKey = Column(name: "key, p95", unit: "ms", digits: 2, budget: 1) { $0.atRest?.late }
        static let bytes = Column(name: "key", unit: "bytes", digits: 0) { $0.atRest?.bytesPerKey }
        static let keyAtRest = Column(name: "key at rest", unit: "ms", digits: 2) { $0.atRest?.median }
        static let lateKeyAtRest = Column(name: "key at rest, p95", unit: "ms", digits: 2, budget: 1) {
            $0.atRest?.late
        }
        static let keyScrolling = Column(name: "key that scrolls", unit: "ms", digits: 2) { $0.scrolling?.median }
        static let lateKeyScrolling = Column(name: "key that scrolls, p95", unit: "ms", digits: 2, budget: 1.2) {
            $0.scrolling?.late
        }
        static let bytesAtRest = Column(name: "key at rest", unit: "bytes", digits: 0) { $0.atRest?.bytesPerKey }
        static let bytesScrolling = Column(name: "key that scrolls", unit: "bytes", digits: 0, budget: 300) {
            $0.scrolling?.bytesPerKey
        }
        static let bytesPastPictures = Column(name: "key that scrolls", unit: "bytes", digits: 0, budget: 600) {
            $0.scrolling?.bytesPerKey
        }
        static let letter = Column(name: "letter of a search", unit: "ms", digits: 1, budget: 50) {
            Statistics.median($0.letters)
        }
        static let memory = Column(name: "PSS", unit: "MiB", digits: 1, budget: 40) {
            $0.proportionalSetSize.map { Double($0) / 1_024 }
        }

        static let list = [
            firstFrame, keyAtRest, lateKeyAtRest, keyScrolling, lateKeyScrolling, bytesAtRest, bytesScrolling, memory,
        ]
        static let pictures = [
            firstFrame, keyAtRest, lateKeyAtRest, keyScrolling, lateKeyScrolling, bytesAtRest, bytesPastPictures,
            memory,
        ]
        static let contacts = [opening, key, lateKey, bytes, letter, memory]
    }

    init(_ subject: String, _ points: [(size: Int, point: GrowthPoint)], _ columns: [Column], note: String = "") {
        self.init(
            subject: subject, sizes: points.map(\.size),
            figures: columns.map { column in
                Figure(
                    name: column.name, unit: column.unit, digits: column.digits, budget: column.budget,
                    values: points.map { column.value($0.point) })
            }, note: note)
    }
}
