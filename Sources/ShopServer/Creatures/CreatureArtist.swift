/// Draws creatures: what is behind first, the face last.
struct CreatureArtist {
    private let traits: CreatureTraits
    private var paper = CreaturePaper()

    private static let middle = CreaturePaper.middle
    private static let bodyRow = 22.0
    private static let footRow = 28.5

    /// The creature on its paper.
    static func draw(_ traits: CreatureTraits) -> CreaturePaper {
        var artist = CreatureArtist(traits: traits)
        artist.drawTail()
        artist.drawEars()
        artist.drawArms()
        artist.drawBody()
        artist.drawMarks()
        artist.drawFace()
        artist.paper.outline()
        return artist.paper
    }

    private mutating func drawTail() {
        let x = traits.body.width
        switch traits.tail {
        case .none: break
        case .round: paper.ellipse(CreatureArtist.middle + x + 1.5, 23, 3, 3, .accent)
        case .curl:
            paper.stroke(from: (x - 1, 25), to: (x + 4, 23), width: 1.8, .shade, mirrored: false)
            paper.stroke(from: (x + 4, 23), to: (x + 4, 18), width: 1.8, .accent, mirrored: false)
        case .zigzag:
            paper.stroke(from: (x - 1, 25), to: (x + 3.5, 22), width: 1.4, .accent, mirrored: false)
            paper.stroke(from: (x + 3.5, 22), to: (x + 1.5, 19), width: 1.6, .accent, mirrored: false)
            paper.stroke(from: (x + 1.5, 19), to: (x + 5, 15.5), width: 2, .accent, mirrored: false)
        }
    }

    private mutating func drawEars() {
        let (x, top) = (traits.head.width * 0.62, traits.headRow - traits.head.height * 0.7)
        switch traits.ears {
        case .none: break
        case .round:
            paper.pair(x + 1, top, 3, 3, .base)
            paper.pair(x + 1, top, 1.6, 1.6, .accent)
        case .pointed:
            paper.stroke(from: (x, top + 1.5), to: (x + 2.5, top - 4), width: 3, .base)
            paper.stroke(from: (x, top + 1.5), to: (x + 2, top - 2), width: 1.5, .accent)
        case .long:
            paper.stroke(from: (x - 1.5, top + 1), to: (x + 1, top - 5.5), width: 2.6, .base)
            paper.ellipse(CreatureArtist.middle - x - 0.2, top - 3, 0.9, 2.4, .accent)
            paper.ellipse(CreatureArtist.middle + x + 0.2, top - 3, 0.9, 2.4, .accent)
        case .horns: paper.stroke(from: (x - 1, top + 1), to: (x + 1.5, top - 4), width: 1.8, .belly)
        case .feelers:
            paper.stroke(from: (1.5, top), to: (4, top - 4), width: 0.9, .shade)
            paper.pair(4.2, top - 4.2, 1.6, 1.6, .accent)
        case .leaf:
            paper.stroke(from: (0, top), to: (0, top - 2.5), width: 0.9, .accentShade)
            paper.stroke(from: (0.5, top - 2), to: (5, top - 4), width: 1.9, .accent)
        }
    }

    private mutating func drawArms() {
        let x = traits.body.width
        switch traits.arms {
        case .none: break
        case .stubs: paper.pair(x + 0.3, 20.5, 2.2, 2.6, .shade)
        case .wings:
            paper.stroke(from: (x - 1, 20), to: (x + 5, 15), width: 3.2, .accent)
            paper.stroke(from: (x - 1, 20.5), to: (x + 3.5, 19.5), width: 2.2, .accentShade)
        }
    }

    private mutating func drawBody() {
        let (middle, row) = (CreatureArtist.middle, CreatureArtist.bodyRow)
        paper.pair(traits.body.width * 0.55, CreatureArtist.footRow, 2.8, 1.7, .shade)
        paper.ellipse(middle, row, traits.body.width, traits.body.height, .shade)
        paper.ellipse(middle - 0.7, row - 0.8, traits.body.width - 1, traits.body.height - 1, .base)
        if traits.hasBelly {
            paper.ellipse(middle, row + 1.5, traits.body.width * 0.6, traits.body.height * 0.62, .belly)
        }
        paper.ellipse(middle, traits.headRow, traits.head.width, traits.head.height, .shade)
        paper.ellipse(middle - 0.5, traits.headRow - 0.8, traits.head.width - 0.8, traits.head.height - 0.7, .base)
        // Where the light falls.
        paper.ellipse(
            middle - traits.head.width * 0.4, traits.headRow - traits.head.height * 0.55, 2.4, 1.4, .light)
    }

    private mutating func drawMarks() {
        let middle = CreatureArtist.middle
        let onSkin = { (ink: CreatureInk) -> CreatureInk in
            ink == .base || ink == .light ? .accent : ink == .shade ? .accentShade : ink
        }
        switch traits.marks {
        case .none: break
        case .stripes:
            for row in [16.5, 20, 23.5] {
                paper.ellipse(middle - 9, row, 4.5, 0.9, onSkin)
                paper.ellipse(middle + 9, row, 4.5, 0.9, onSkin)
            }
            paper.ellipse(middle, traits.headRow - traits.head.height, 1, 3, onSkin)
        case .spots:
            for (x, y) in [(-5.0, 19.0), (5.5, 21.5), (-4.5, 25.0), (3.0, 8.5), (-6.5, 11.0)] {
                paper.ellipse(middle + x, y, 1.5, 1.3, onSkin)
            }
        case .mask: paper.ellipse(middle, traits.headRow + 0.5, traits.head.width * 0.85, 2.9, onSkin)
        case .socks: paper.ellipse(middle, 30.5, 12, 3.2, onSkin)
        }
    }

    private mutating func drawFace() {
        let row = traits.headRow + 0.5
        let x = traits.head.width * 0.47
        drawEyes(x, row)
        if traits.hasCheeks { paper.pair(x + 1.8, row + 2.8, 1.1, 0.8, .cheek) }
        let mouth = Int(row.rounded()) + 3
        switch traits.mouth {
        case .smile:
            paper.dots(1.5, mouth - 1, .outline)
            paper.dots(0.5, mouth, .outline)
        case .beak: paper.ellipse(CreatureArtist.middle, Double(mouth), 1.6, 1.2, .accentShade)
        case .tooth:
            paper.dots(0.5, mouth - 1, .outline)
            paper.dots(1.5, mouth - 1, .outline)
            paper.dots(1.5, mouth, .white)
        case .dot: paper.dots(0.5, mouth, .outline)
        }
    }

    private mutating func drawEyes(_ x: Double, _ row: Double) {
        switch traits.eyes {
        case .dots: paper.pair(x, row, 1.1, 1.5, .black)
        case .round:
            paper.pair(x, row, 1.8, 2, .black)
            paper.dots(x + 0.4, Int(row.rounded()) - 1, .white)
        case .wide:
            paper.pair(x, row, 2.3, 2.3, .white)
            paper.pair(x - 0.4, row + 0.3, 1.2, 1.4, .black)
        case .sleepy:
            paper.pair(x, row, 2.1, 1.9, .white)
            paper.pair(x, row + 0.4, 1.2, 1.2, .black)
            paper.pair(x, row - 1.4, 2.3, 0.9, .shade)
        }
    }
}
