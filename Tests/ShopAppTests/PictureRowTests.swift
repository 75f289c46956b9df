import Canvas
import Domain
import Foundation
import ShopClient
import Terminal
import TestPeers
import Testing

@testable import ShopApp

struct PictureRowTests {
    /// Returns the state after `picture` was applied to every wanted picture.
    private func state(
        _ width: Int, _ height: Int, colors: PictureColors = .indexed,
        _ picture: (PictureRequest) -> PictureState = { .ready(Fixture.cells($0.size)) }
    ) -> ShopState {
        var state = Fixture.picturedState(width, height, colors: colors)
        _ = reduce(&state, .connectionChanged(.connected))
        let known = Dictionary(uniqueKeysWithValues: state.pictures.demand.inView.map { ($0, picture($0)) })
        _ = reduce(&state, .picturesChanged(known))
        return state
    }

    @Test func aRowShowsItsPictureAtTheLeft() {
        let lines = Fixture.frame(state(80, 12)).picture.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[2] == "  ▄▄▄▄  main0                                                          1,000원")
        #expect(lines[3] == "  ▄▄▄▄  main0 설명                                                     베스트")
    }

    @Test func tallScreensGiveItThreeLinesAndTallerOnesFour() {
        let middle = Fixture.frame(state(60, 24)).picture.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(middle[3] == "  ▄▄▄▄▄▄  main0                                    1,000원")
        #expect(middle[4] == "  ▄▄▄▄▄▄  main0 설명")
        #expect(middle[5] == "  ▄▄▄▄▄▄  새벽배송                                 베스트")
        #expect(middle[6].isEmpty)
        #expect(middle[7].hasPrefix("  ▄▄▄▄▄▄  main1"))
        let large = Fixture.frame(state(112, 40)).picture.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(large[3].hasPrefix("  ▄▄▄▄▄▄▄▄  main0"))
        #expect(large[6] == "  ▄▄▄▄▄▄▄▄")
        #expect(large[7].isEmpty)
    }

    @Test(arguments: [(51, 24), (44, 14), (80, 10), (20, 6)])
    func narrowAndLowScreensGiveItsColumnsBackToText(_ width: Int, _ height: Int) {
        let with = Fixture.frame(state(width, height)).picture
        let without = Fixture.frame(state(width, height, colors: .none)).picture
        #expect(with == without)
    }

    @Test func withoutColoursThereIsNoneAndNothingIsWanted() {
        let state = state(120, 40, colors: .none)
        #expect(state.pictures.demand == PictureDemand())
        #expect(Fixture.frame(state).panels.allSatisfy { $0.lines.allSatisfy(\.pictures.isEmpty) })
        #expect(Fixture.frame(state).picture.contains("\n  main0 "))
    }

    @Test func aMenuWithoutPicturesIsLaidOutAsBefore() {
        let sections = [Fixture.section(.main, Fixture.manyDishes(5))]
        let with = Fixture.picturedState(80, 24, sections: sections)
        #expect(Fixture.frame(with) == Fixture.frame(Fixture.state(80, 24, sections: sections)))
    }

    @Test(arguments: [PictureState.waiting, .failed])
    func aQuietFrameStandsWhereThereIsNone(_ picture: PictureState) {
        let lines = Fixture.frame(state(80, 24) { _ in picture }).picture.split(separator: "\n")
        #expect(lines[2].hasPrefix("  ┌────┐  main0"))
        #expect(lines[3].hasPrefix("  │    │  main0 설명"))
        #expect(lines[4].hasPrefix("  └────┘  새벽배송"))
    }

    @Test func aPictureOfAnotherShapeIsCentred() {
        let lines = Fixture.frame(state(80, 24) { _ in .ready(Fixture.cells(Size(width: 2, height: 1))) })
            .picture.split(separator: "\n")
        #expect(lines[2].hasPrefix("          main0"))
        #expect(lines[3].hasPrefix("    ▄▄    main0 설명"))
    }

    @Test func thePictureOfTheSelectedRowIsNotReversed() throws {
        let main = try #require(Fixture.frame(state(80, 24)).panels.first { $0.region == Region("woowa/main") })
        let selected = try #require(main.lines.first { $0.fill == .selected })
        #expect(selected.pictures.first?.picture == Fixture.cells(Size(width: 6, height: 3)))
        #expect(selected.pictures.first?.row == 0)
        #expect(selected.spans.allSatisfy { $0.style == .selected })
    }

    @Test func onlyRowsWhosePictureChangedAreOther() {
        var state = state(80, 24) { _ in .waiting }
        var view = ShopView(words: .korean)
        var compositor = Compositor()
        _ = compositor.plan(for: view.frame(of: state))
        var known = state.pictures.known
        let second = state.pictures.demand.inView[1]
        known[second] = .ready(Fixture.cells(second.size))
        _ = reduce(&state, .picturesChanged(known))
        let plan = compositor.plan(for: view.frame(of: state))
        #expect(plan.rows.map(\.row) == [7, 8, 9])
        #expect(plan.changed == [Region("woowa/main")])
        #expect(view.frame(of: state) == Fixture.frame(state))
    }

    @Test func whatTheViewKeepsNeverChangesWhatPicturesItShows() {
        var random = SeededGenerator(seed: 77)
        var state = state(80, 24) { _ in .waiting }
        var view = ShopView(words: .korean)
        let keys: [Key] = [.down, .up, .pageDown, .pageUp, .home, .end, .tab, .backTab]
        for step in 0..<400 {
            switch Int.random(in: 0..<4, using: &random) {
            case 0:
                let known = state.pictures.demand.inView.map { request in
                    let color = UInt8.random(in: 16...18, using: &random)
                    let states: [PictureState] = [.waiting, .failed, .ready(Fixture.cells(request.size, color))]
                    return (request, states.randomElement(using: &random)!)
                }
                _ = reduce(&state, .picturesChanged(Dictionary(uniqueKeysWithValues: known)))
            case 1 where step % 5 == 0:
                let id = SectionID.menu[Int.random(in: 0..<3, using: &random)]
                let dishes = Fixture.picturedDishes(.random(in: 0...9, using: &random), id.name).shuffled(
                    using: &random)
                _ = reduce(&state, .sectionChanged(Fixture.section(id, dishes, version: step + 2), at: Fixture.noon))
            case 2 where step % 7 == 0:
                let size = Size(
                    width: .random(in: 40...120, using: &random), height: .random(in: 8...50, using: &random))
                _ = reduce(&state, .resized(size))
            default: state.press(keys.randomElement(using: &random)!)
            }
            #expect(view.frame(of: state) == Fixture.frame(state), "step \(step)")
        }
    }
}

struct PictureDemandTests {
    private func wishes(_ effects: [Effect]) -> [PictureDemand] {
        effects.compactMap { if case .wantPictures(let demand) = $0 { demand } else { nil } }
    }

    @Test func whatIsInViewIsWantedFromTheTopDown() {
        var state = Fixture.picturedState(80, 24)
        let first = wishes(reduce(&state, .connectionChanged(.connected)))
        #expect(first.first?.inView.map(\.address) == (0..<5).map { "pictures/main\($0).png" })
        #expect(first.first?.inView.allSatisfy { $0.size == Size(width: 6, height: 3) } == true)
        #expect(first.first?.others.count == 24)
        #expect(wishes(state.press(.down)).isEmpty)
        let last = wishes(state.press(.end))
        #expect(last.first?.inView.last?.address == "pictures/side7.png")
    }

    @Test func keysThatComeAtOnceWantTheirPicturesOnce() {
        var state = Fixture.picturedState(80, 24)
        _ = reduce(&state, .connectionChanged(.connected))
        let keys = Array(repeating: ShopAction.keyPressed(.down), count: 20)
        let wanted = wishes(reduce(&state, all: keys, at: Fixture.noon))
        #expect(wanted.count == 1)
        #expect(wanted.first == state.pictures.demand)
        #expect(wanted.first?.inView.contains { $0.address == "pictures/side4.png" } == true)
    }

    @Test(arguments: 0..<12 as Range<UInt64>) func keysThatComeAtOnceDoWhatTheyDoOneByOne(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var atOnce = Fixture.picturedState(80, 24)
        var oneByOne = atOnce
        let keys: [Key] = [.down, .down, .up, .pageDown, .end, .tab, .enter, .escape, .character("?"), .character("z")]
        for _ in 0..<20 {
            let actions = (0..<Int.random(in: 1...8, using: &random)).map { _ in
                ShopAction.keyPressed(keys.randomElement(using: &random)!)
            }
            _ = reduce(&atOnce, all: actions, at: Fixture.noon)
            for action in actions { _ = reduce(&oneByOne, action) }
            #expect(atOnce.pictures.demand == oneByOne.pictures.demand)
            #expect(Fixture.frame(atOnce) == Fixture.frame(oneByOne))
        }
    }

    @Test func nothingIsDownloadedBeforeEveryListHasAnsweredWellOrNot() {
        var state = Fixture.picturedState(
            80, 24, sections: SectionID.menu.map { Section(id: $0, isFetching: true) })
        let arrived = SectionID.menu.map { Fixture.section($0, Fixture.picturedDishes(3, $0.name)) }
        let first = wishes(reduce(&state, .sectionChanged(arrived[2], at: Fixture.noon)))
        #expect(first.map(\.mayDownload) == [false])
        let second = wishes(reduce(&state, .sectionChanged(arrived[0], at: Fixture.noon)))
        #expect(second.map(\.mayDownload) == [false])
        let failed = Section(id: .soup, failure: .timedOut)
        let third = wishes(reduce(&state, .sectionChanged(failed, at: Fixture.noon)))
        #expect(third.map(\.mayDownload) == [true])
        var again = failed
        again.failure = nil
        again.isFetching = true
        _ = reduce(&state, .sectionChanged(again, at: Fixture.noon))
        #expect(state.pictures.demand.mayDownload)
    }

    @Test func rowsKnownFromTheDiskWantTheirPicturesButDownloadNone() {
        var sections = Fixture.picturedSections(2)
        for index in sections.indices { sections[index].isFresh = false }
        var state = Fixture.picturedState(80, 24, sections: sections)
        let demand = wishes(reduce(&state, .connectionChanged(.connecting))).first
        #expect(demand?.inView.count == 4)
        #expect(demand?.mayDownload == false)
    }

    @Test func aLongMenuWantsOnlyItsBeginningBeforeItIsSeen() {
        let many = Fixture.section(.main, Fixture.picturedDishes(5_000, "many"))
        var state = Fixture.picturedState(80, 24, sections: [many])
        let demand = wishes(reduce(&state, .connectionChanged(.connected))).first
        #expect(demand?.others.count == ShopPictures.maxOthers)
    }

    @Test func aRefetchAndAServerThatIsBackGiveFailedPicturesAnotherTry() {
        var state = Fixture.picturedState(80, 24)
        #expect(state.press(.character("r")).contains(.retryPictures))
        #expect(state.press(.character("R")).contains(.retryPictures))
        #expect(!reduce(&state, .connectionChanged(.disconnected)).contains(.retryPictures))
        #expect(reduce(&state, .connectionChanged(.connected)).contains(.retryPictures))
        var plain = Fixture.state(80, 24)
        #expect(!plain.press(.character("r")).contains(.retryPictures))
    }

    @Test func anotherSizeOfTheScreenWantsAnotherSizeOfThePictures() {
        var state = Fixture.picturedState(80, 24)
        _ = reduce(&state, .connectionChanged(.connected))
        let large = wishes(reduce(&state, .resized(Size(width: 120, height: 40))))
        #expect(large.first?.inView.first?.size == Size(width: 8, height: 4))
        let none = wishes(reduce(&state, .resized(Size(width: 50, height: 40))))
        #expect(none == [PictureDemand(mayDownload: true)])
    }
}
