import Glibc
import Platform
import Testing

@Suite struct SystemErrorTextTests {
    @Test(arguments: [
        (EACCES, "권한이 없습니다", "permission denied"), (EISDIR, "디렉터리입니다", "it is a directory"),
        (ENOSPC, "남은 공간이 없습니다", "no space is left"), (0, "까닭을 알 수 없습니다", "the reason is unknown"),
    ])
    func anErrorOfTheSystemIsTheseWords(_ code: Int32, _ korean: String, _ english: String) {
        let text = SystemErrorText(errno: Int(code))
        #expect(text.korean == korean)
        #expect(text.english == english)
    }

    @Test func anyOtherErrorIsTheSystemsOwnSentence() {
        #expect(SystemErrorText(errno: Int(ECHILD)).english == "the system refused (No child processes)")
    }

    /// SQLite's 14 is no bad address, and its 13 no missing permission.
    @Test(arguments: 1...28) func anErrorOfSQLiteIsNotToldAsTheSystems(_ code: Int) {
        let (text, system) = (SystemErrorText(sqlite: code), SystemErrorText(errno: code))
        #expect(text.english != system.english)
        #expect(text.korean != system.korean)
    }

    @Test func sqlitesExtendedCodesCount() {
        #expect(SystemErrorText(sqlite: 14).english == "the database file cannot be opened")
        #expect(SystemErrorText(sqlite: 526).english == "it is a directory")
        #expect(SystemErrorText(sqlite: 3_338).english == "the disk could not be read or written")
    }
}
