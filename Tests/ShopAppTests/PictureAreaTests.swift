import Canvas
import ShopClient
import Testing

@testable import ShopApp

/// The frame in place of a picture that is not there.
@Suite struct PictureAreaTests {
    private func lines(_ state: PictureState, _ size: Size, _ language: Language?) -> [Line] {
        PictureArea(size: size, state: state, language: language).lines
    }

    @Test func aPictureThatIsTooLargeIsToldWithTheLimit() {
        let size = Size(width: 30, height: 8)
        let english = lines(.tooLarge, size, .english).map(\.text).joined(separator: " ")
        #expect(english.contains("The picture is too large."))
        // Between the words of a line break stands the frame.
        for part in ["5 MiB", "16", "megapixels"] { #expect(english.contains(part)) }
        let korean = lines(.tooLarge, size, .korean).map(\.text).joined(separator: " ")
        #expect(korean.contains("그림이 너무 큽니다.") && korean.contains("1600만 픽셀"))
    }

    @Test(arguments: [PictureState.waiting, .failed]) func anyOtherFrameIsEmpty(_ state: PictureState) {
        let size = Size(width: 30, height: 8)
        #expect(lines(state, size, .english) == lines(.tooLarge, size, nil))
    }

    @Test(arguments: 0...12) func theSentenceStaysWithinTheFrame(_ width: Int) {
        for height in 0...6 {
            let size = Size(width: width, height: height)
            for line in lines(.tooLarge, size, .korean) {
                #expect(line.spans.allSatisfy { $0.column >= 0 && $0.column + $0.columns <= width })
            }
        }
    }
}
