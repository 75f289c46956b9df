import Domain
import Testing

private struct Numbered: SectionRow {
    let id: Int
    var text = ""
    var image: String { "pictures/\(id).png" }
}

private struct Named: SectionRow { let id: String }

@Suite struct SectionRowsTests {
    private let rows = SectionRows([Numbered(id: 1), Numbered(id: 2), Numbered(id: 3)])

    @Test func rowsAreReadAsWhatTheyAreAndAsNothingElse() {
        #expect(rows.array(of: Numbered.self).map(\.id) == [1, 2, 3])
        #expect(rows.array(of: Named.self) == [])
        #expect(rows.row(1, as: Numbered.self)?.id == 2)
        #expect(rows.row(1, as: Named.self) == nil)
        #expect(rows.row(3, as: Numbered.self) == nil)
        #expect(rows.row(-1, as: Numbered.self) == nil)
        #expect(rows.image(ofRow: 2) == "pictures/3.png")
        #expect(rows.image(ofRow: 3) == "")
        #expect(SectionRows([Named(id: "a")]).image(ofRow: 0) == "")
    }

    @Test func rowsAreEqualWhenTheyShowTheSame() {
        #expect(rows == SectionRows([Numbered(id: 1), Numbered(id: 2), Numbered(id: 3)]))
        #expect(rows != SectionRows([Numbered(id: 1), Numbered(id: 2, text: "new"), Numbered(id: 3)]))
        #expect(rows != SectionRows([Named(id: "1")]))
        #expect(rows != SectionRows())
        #expect(SectionRows() == SectionRows([Named]()))
        #expect(SectionRows([Numbered]()) == SectionRows([Named]()))
    }

    private static let searches: [(ids: [Int], number: Int, expected: Int?)] = [
        ([1, 2, 3], 1, 1), ([2, 1, 3], 1, 0), ([9, 9, 9, 2], 1, 3), ([1, 3], 1, nil), ([2, 7, 2, 2], 1, 0),
        ([], 1, nil), ([3], 2, 0), ([1, 2, 3], 7, nil),
    ]

    @Test func aRowIsFoundAgainByItsIdentityTheNearestFirst() {
        for (ids, number, expected) in SectionRowsTests.searches {
            let now = SectionRows(ids.map { Numbered(id: $0, text: "now") })
            #expect(now.row(like: number, of: rows) == expected, "\(ids)")
            #expect(SectionRows([Named(id: "2")]).row(like: number, of: rows) == nil)
        }
    }

    @Test func rowsMayBeMadeWhenTheyAreAskedFor() {
        struct Lazy: RandomAccessCollection, Equatable, Sendable {
            let startIndex = 10
            let endIndex = 1_000_010
            subscript(index: Int) -> Numbered { Numbered(id: index) }
        }
        let rows = SectionRows(Lazy())
        #expect(rows.count == 1_000_000)
        #expect(rows.row(999_999, as: Numbered.self)?.id == 1_000_009)
        #expect(rows == SectionRows(Lazy()))
    }
}
