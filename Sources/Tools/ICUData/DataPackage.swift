import Foundation

/// A package of ICU's common data: a header, a table of contents sorted by name, and the items.
///
/// The format is that of `ucmndata.h`: https://github.com/unicode-org/icu/blob/main/icu4c/source/common/ucmndata.h
struct DataPackage {
    struct Item {
        /// The full name, such as "icudt76l/root.res".
        let name: String
        /// The item's bytes in the file.
        let range: Range<Int>
    }

    private let header: Range<Int>
    private(set) var items: [Item]

    /// Finds the package anywhere in `file`. Returns `nil` if there is none.
    init?(in file: Data) {
        guard let start = DataPackage.start(in: file), let length = file.integer(UInt16.self, at: start) else {
            return nil
        }
        header = start..<start + Int(length)
        guard let items = DataPackage.items(of: file, from: header.upperBound) else { return nil }
        self.items = items
    }

    /// Returns the package with only the items for which `isKept` is true of the name without the package's prefix.
    func keeping(_ isKept: (String) -> Bool) -> DataPackage {
        var package = self
        package.items = items.filter { item in
            item.name.firstIndex(of: "/").map { isKept(String(item.name[$0...].dropFirst())) } ?? false
        }
        return package
    }

    /// Returns the start of the header. Its layout: two bytes of length, two magic bytes, eight bytes of platform, then
    /// the format.
    private static func start(in file: Data) -> Int? {
        let format = Data("CmnD".utf8)
        var rest = file.startIndex..<file.endIndex
        while let found = file.range(of: format, in: rest) {
            let start = found.lowerBound - 12
            if start >= 0, file[start + 2] == 0xDA, file[start + 3] == 0x27 { return start }
            rest = found.upperBound..<file.endIndex
        }
        return nil
    }

    /// Reads the table of contents at `table`: the number of items, then for each item the offsets of its name and its
    /// bytes, relative to the table. An item ends where the next one begins, so the last one, whose end is unknown, is
    /// left out.
    private static func items(of file: Data, from table: Int) -> [Item]? {
        guard let count = file.integer(UInt32.self, at: table) else { return nil }
        let entries = (0..<Int(count)).compactMap { index -> (name: String, start: Int)? in
            let entry = table + 4 + index * 8
            guard let name = file.integer(UInt32.self, at: entry), let start = file.integer(UInt32.self, at: entry + 4),
                let text = file.text(at: table + Int(name))
            else { return nil }
            return (text, table + Int(start))
        }
        guard entries.count == Int(count), zip(entries, entries.dropFirst()).allSatisfy({ $0.start < $1.start }) else {
            return nil
        }
        return zip(entries, entries.dropFirst()).map { Item(name: $0.name, range: $0.start..<$1.start) }
    }

    /// Returns the bytes of a package with only these items, whose contents are taken from `file`.
    func bytes(of file: Data) -> Data {
        var (table, names, contents) = (Data(), Data(), Data())
        let namesStart = 4 + items.count * 8
        let namesLength = items.reduce(0) { $0 + $1.name.utf8.count + 1 }
        // Items are aligned to 16 bytes, which suits integers of any size.
        let contentsStart = (namesStart + namesLength + 15) / 16 * 16
        for item in items {
            table.append(integer: UInt32(namesStart + names.count))
            table.append(integer: UInt32(contentsStart + contents.count))
            names += Data(item.name.utf8) + [0]
            contents += file[item.range]
            contents += Data(repeating: 0, count: (16 - contents.count % 16) % 16)
        }
        var bytes = file[header]
        bytes.append(integer: UInt32(items.count))
        bytes += table + names + Data(repeating: 0, count: contentsStart - namesStart - namesLength) + contents
        return bytes
    }
}

extension Data {
    /// Returns the integer at `index` in this machine's byte order, or `nil` if it is out of bounds.
    fileprivate func integer<Integer: FixedWidthInteger>(_ type: Integer.Type, at index: Int) -> Integer? {
        let end = index + MemoryLayout<Integer>.size
        guard index >= startIndex, end <= endIndex else { return nil }
        return self[index..<end].withUnsafeBytes { $0.loadUnaligned(as: Integer.self) }
    }

    fileprivate mutating func append(integer: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: integer) { append(contentsOf: $0) }
    }

    /// Returns the zero-terminated UTF-8 text at `index`, or `nil` if there is none.
    fileprivate func text(at index: Int) -> String? {
        guard index < endIndex, let end = self[index...].firstIndex(of: 0) else { return nil }
        return String(data: self[index..<end], encoding: .utf8)
    }
}
