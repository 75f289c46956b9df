/// One of the thousand creatures that stand in for Pokémon where there is no network, each made of nothing but its
/// number: named, measured and drawn by this program.
struct Creature: Sendable {
    static let numbers = 1...1_000
    /// Creatures that nobody has ever seen: as with the real service, some have no picture, and whoever asks must live
    /// with that.
    static let unseen: Set<Int> = [132, 351, 404, 718, 905]

    let number: Int
    let name: String
    /// Decimetres.
    let height: Int
    /// Hectograms.
    let weight: Int
    let kind: Kind

    /// What it lives on, which shows in its colours.
    enum Kind: String, Sendable, CaseIterable { case leaf, broth, ember, grain, tide, berry }

    /// `nil` for a number that no creature has.
    init?(_ number: Int) {
        guard Creature.numbers.contains(number) else { return nil }
        self.number = number
        name = CreatureName.of(number)
        var dice = CreatureDice(number)
        kind = dice.one(of: Kind.allCases)
        height = dice.number(2...32)
        // About as heavy as something of that height that is mostly water and somewhat round.
        weight = max(1, Int(Double(height * height) * dice.number(0.6...1.8)))
    }

    var hasPicture: Bool { !Creature.unseen.contains(number) }
}

/// Names coined of three parts: something from a kitchen, a middle and an end.
enum CreatureName {
    private static let beginnings = ["dubu", "bori", "namu", "kongi", "yuja", "maru", "suju", "pado", "gamja", "haru"]
    private static let middles = ["", "ra", "li", "no", "be", "mu", "do", "si", "te", "ka"]
    private static let ends = ["ko", "pin", "ru", "bong", "mi", "dal", "zu", "nyang", "let", "foo"]

    /// Without a factor in common with 1,000, so that neighbours differ in all parts and no two share a name.
    private static let stride = 387

    static func of(_ number: Int) -> String {
        let place = number * stride % 1_000
        return beginnings[place / 100] + middles[place / 10 % 10] + ends[place % 10]
    }
}
