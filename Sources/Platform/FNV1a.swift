extension Sequence<UInt8> {
    /// The 64-bit FNV-1a hash, by Fowler, Noll and Vo: http://www.isthe.com/chongo/tech/comp/fnv/
    ///
    /// It is the same in every run and on every machine, and does not resist somebody who looks for a collision.
    public var fnv1a: UInt64 {
        // Contiguous bytes are hashed several times as fast as by an iterator of `Data`.
        withContiguousStorageIfAvailable { $0.reduced } ?? reduced
    }

    private var reduced: UInt64 {
        let offsetBasis: UInt64 = 0xCBF2_9CE4_8422_2325
        let prime: UInt64 = 0x0000_0100_0000_01B3
        return reduce(offsetBasis) { ($0 ^ UInt64($1)) &* prime }
    }
}
