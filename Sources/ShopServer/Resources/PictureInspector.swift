import Foundation
import NIOConcurrencyHelpers
import Pictures

/// Decodes the shop's pictures to know what guests see of them: each once for each stamp of its file.
final class PictureInspector: Sendable {
    typealias Outcome = Result<PictureFacts, PictureError>

    /// The maximum number of outcomes in memory; beyond it, all are forgotten.
    private static let maxOutcomes = 10_000

    private let outcomes = NIOLockedValueBox<[EntityTag: Outcome]>([:])
    private let decodings = NIOLockedValueBox(0)

    /// The number of pictures that were read and decoded.
    var decoded: Int { decodings.withLockedValue(\.self) }

    /// Returns what the picture shows. Reads and decodes the file unless it did so before; blocks.
    func outcome(of picture: PictureFile) -> Outcome {
        if let known = outcomes.withLockedValue({ $0[picture.tag] }) { return known }
        decodings.withLockedValue { $0 += 1 }
        let outcome = Result { () throws(PictureError) in
            let content = try picture.content
            return picture.isTooLarge
                ? try PictureDecoder.scaledDown(content).facts : try PictureDecoder.facts(of: content)
        }
        outcomes.withLockedValue { outcomes in
            if outcomes.count >= PictureInspector.maxOutcomes { outcomes = [:] }
            outcomes[picture.tag] = outcome
        }
        return outcome
    }
}
