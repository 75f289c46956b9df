/// A file of the shop with a problem: it cannot be used, or guests notice that something in it is wrong. An entry of
/// `GET /files`.
public struct FileProblem: Hashable, Sendable, Codable, Identifiable {
    /// The path relative to the shop's directory.
    public let file: String
    /// The line of the first problem, counted from 1; `nil` if it is about the file as a whole.
    public let line: Int?
    /// What is wrong there, in both languages.
    public let korean: String
    public let english: String
    /// The number of problems in the file.
    public let count: Int

    public init(file: String, line: Int? = nil, korean: String, english: String, count: Int = 1) {
        (self.file, self.line, self.korean, self.english, self.count) = (file, line, korean, english, count)
    }

    public var id: String { file }

    private enum CodingKeys: String, CodingKey {
        case file, line, count
        case korean = "text"
        case english = "text_en"
    }
}

extension SectionID {
    /// The shop's files with problems, for the keeper.
    public static let files = SectionID(path: "files")
}
