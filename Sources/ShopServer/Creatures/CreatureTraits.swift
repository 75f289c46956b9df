/// What a creature looks like, in pixels of a square of 32.
struct CreatureTraits {
    enum Ears: CaseIterable { case none, round, pointed, long, horns, feelers, leaf }
    enum Marks: CaseIterable { case none, stripes, spots, mask, socks }
    enum Eyes: CaseIterable { case dots, round, sleepy, wide }
    enum Arms: CaseIterable { case none, stubs, wings }
    enum Tail: CaseIterable { case none, round, curl, zigzag }
    enum Mouth: CaseIterable { case smile, beak, tooth, dot }

    /// Half its width and half its height.
    let body: (width: Double, height: Double)
    let head: (width: Double, height: Double)
    /// The row of the head's middle.
    let headRow: Double
    let ears: Ears
    let marks: Marks
    let eyes: Eyes
    let arms: Arms
    let tail: Tail
    let mouth: Mouth
    let hasBelly: Bool
    let hasCheeks: Bool
    /// Degrees on the circle of colours.
    let hue: Double
    let accentHue: Double
    let saturation: Double

    init(of creature: Creature) {
        var dice = CreatureDice(creature.number + 7_919)
        let isBlob = dice.number(0...3) == 0
        body = (dice.number(6.0...8.5), dice.number(5.5...7.5))
        head = isBlob ? (body.width - 0.5, dice.number(6.0...7.5)) : (dice.number(6.0...8.5), dice.number(5.5...7.0))
        headRow = isBlob ? 15 : dice.number(11.5...13.5)
        ears = dice.one(of: Ears.allCases)
        marks = dice.one(of: Marks.allCases)
        eyes = dice.one(of: Eyes.allCases)
        arms = dice.one(of: Arms.allCases)
        tail = dice.one(of: Tail.allCases)
        mouth = dice.one(of: Mouth.allCases)
        hasBelly = dice.number(0...2) > 0
        hasCheeks = dice.number(0...1) == 0
        hue = creature.kind.hue + dice.number(-22.0...22.0)
        accentHue = hue + dice.one(of: [-140.0, -50, 40, 150, 180])
        saturation = dice.number(0.5...0.8)
    }
}

extension Creature.Kind {
    /// Degrees on the circle of colours.
    fileprivate var hue: Double {
        switch self {
        case .leaf: 115
        case .broth: 24
        case .ember: 4
        case .grain: 46
        case .tide: 205
        case .berry: 290
        }
    }
}
