import Foundation
import Testing

@testable import ShopApp

struct KoreanParticleTests {
    @Test(arguments: [
        ("원", "원을 원이 원은 원으로"), ("메뉴", "메뉴를 메뉴가 메뉴는 메뉴로"), ("물", "물을 물이 물은 물로"),
        ("500", "500을 500이 500은 500으로"), ("404", "404를 404가 404는 404로"), ("401", "401을 401이 401은 401로"),
        ("TERM", "TERM을 TERM이 TERM은 TERM으로"), ("title", "title를 title가 title는 title로"),
        ("사과 (2)", "사과 (2)를 사과 (2)가 사과 (2)는 사과 (2)로"),
        ("갈비찜", "갈비찜을 갈비찜이 갈비찜은 갈비찜으로"),
    ])
    func theParticleFitsHowTheWordIsRead(_ word: String, _ expected: String) {
        let forms = [KoreanParticle.object, .subject, .topic, .direction].map { word.with($0) }
        #expect(forms.joined(separator: " ") == expected)
    }

    @Test func aDecomposedWordIsReadLikeAComposedOne() {
        let word = "떡볶음".decomposedStringWithCanonicalMapping
        #expect(word.with(.direction) == word + "으로")
        #expect("술".decomposedStringWithCanonicalMapping.with(.direction).hasSuffix("로"))
        #expect("".with(.object) == "를")
    }
}
