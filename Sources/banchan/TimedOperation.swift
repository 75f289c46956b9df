import Progress
import ShopApp

/// Work of a command that may take long.
enum TimedOperation {
    case importing, exporting, checking, opening, asking, migrating

    fileprivate func words(in language: Language) -> ProgressWords {
        switch (self, language) {
        case (.importing, .korean): .korean("연락처 가져오는 중")
        case (.importing, .english): .english("Importing contacts")
        case (.exporting, .korean): .korean("연락처 내보내는 중")
        case (.exporting, .english): .english("Exporting contacts")
        case (.checking, .korean): .korean("가게 파일 확인하는 중")
        case (.checking, .english): .english("Checking the shop")
        case (.opening, .korean): .korean("가게 여는 중")
        case (.opening, .english): .english("Opening the shop")
        case (.asking, .korean): .korean("가게에 묻는 중")
        case (.asking, .english): .english("Asking the shop")
        case (.migrating, .korean): .korean("가게 옮기는 중")
        case (.migrating, .english): .english("Copying the shop")
        }
    }
}

extension User {
    /// Returns the progress line of `work`, or `nil` if there is no terminal for it.
    func progress(_ work: TimedOperation) -> ProgressLine? {
        ProgressLine(work.words(in: language), isColored: allowsColor)
    }

    /// Returns the result of `body`, showing a progress line for `work` while it runs.
    func showing<Value, Failure: Error>(
        _ work: TimedOperation, _ body: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let line = progress(work)
        defer { line?.finish() }
        return try body()
    }

    /// Returns the result of the asynchronous `body`, which gets the line to report its progress.
    func showing<Value, Failure: Error>(
        _ work: TimedOperation, _ body: (ProgressLine?) async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let line = progress(work)
        defer { line?.finish() }
        return try await body(line)
    }
}
