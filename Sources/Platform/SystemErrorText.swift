import Glibc

/// An error of the system as a phrase for the end of a sentence, without a full stop, in both languages.
public struct SystemErrorText: Hashable, Sendable {
    public let korean: String
    public let english: String

    private init(_ korean: String, _ english: String) { (self.korean, self.english) = (korean, english) }

    /// Creates the phrase for a value of `errno`; 0 stands for an unknown one.
    public init(errno code: Int) { self = SystemErrorText.known(Int32(truncatingIfNeeded: code)) ?? .other(code) }

    private static func known(_ code: Int32) -> SystemErrorText? {
        meanings[code].map { SystemErrorText($0.korean, $0.english) }
    }

    private static let meanings: [Int32: (korean: String, english: String)] = [
        0: ("까닭을 알 수 없습니다", "the reason is unknown"),
        EACCES: ("권한이 없습니다", "permission denied"),
        EPERM: ("권한이 없습니다", "permission denied"),
        EBADF: ("닫혀 있습니다", "it is closed"),
        ENOSPC: ("남은 공간이 없습니다", "no space is left"),
        EDQUOT: ("허용된 공간을 다 썼습니다", "the disk quota is used up"),
        EFBIG: ("파일이 너무 큽니다", "the file is too large"),
        EROFS: ("읽기 전용입니다", "it is read-only"),
        EIO: ("장치가 응답하지 않습니다", "the device failed"),
        ENXIO: ("받는 쪽이 없습니다", "nothing receives it"),
        ENODEV: ("그런 장치가 없습니다", "there is no such device"),
        ENOENT: ("그런 파일이나 디렉터리가 없습니다", "there is no such file or directory"),
        ENOTDIR: ("디렉터리가 아닙니다", "it is not a directory"),
        EISDIR: ("디렉터리입니다", "it is a directory"),
        EEXIST: ("이미 있습니다", "it exists already"),
        ELOOP: ("심볼릭 링크가 너무 많습니다", "there are too many symbolic links"),
        ENAMETOOLONG: ("이름이 너무 깁니다", "the name is too long"),
        EMFILE: ("열린 파일이 너무 많습니다", "too many files are open"),
        ENFILE: ("열린 파일이 너무 많습니다", "too many files are open"),
        EBUSY: ("다른 프로그램이 사용하고 있습니다", "another program uses it"),
        ETXTBSY: ("다른 프로그램이 사용하고 있습니다", "another program uses it"),
        ENOMEM: ("메모리가 모자랍니다", "there is not enough memory"),
        EPIPE: ("받는 쪽이 끝났습니다", "its reader is gone"),
        EADDRNOTAVAIL: ("이 컴퓨터의 주소가 아닙니다", "it is no address of this machine"),
    ]

    private static func other(_ code: Int) -> SystemErrorText {
        let sentence = String(cString: strerror(Int32(truncatingIfNeeded: code)))
        return SystemErrorText("시스템이 거절했습니다 (\(sentence))", "the system refused (\(sentence))")
    }
}

extension SystemErrorText {
    /// Creates the phrase for an extended result code of SQLite's (https://www.sqlite.org/rescode.html), which has
    /// nothing to do with `errno`.
    public init(sqlite code: Int) {
        let isDirectory = 14 | 2 << 8
        self =
            switch (code, code & 0xFF) {
            case (isDirectory, _): SystemErrorText(errno: Int(EISDIR))
            case (_, 3), (_, 23): SystemErrorText("데이터베이스에 접근할 권한이 없습니다", "access to the database is denied")
            case (_, 7): SystemErrorText(errno: Int(ENOMEM))
            case (_, 10): SystemErrorText("디스크를 읽거나 쓰지 못했습니다", "the disk could not be read or written")
            case (_, 14): SystemErrorText("데이터베이스 파일을 열 수 없습니다", "the database file cannot be opened")
            case (_, 15): SystemErrorText("데이터베이스를 잠글 수 없습니다", "the database cannot be locked")
            case (_, 19): SystemErrorText("데이터베이스의 규칙에 어긋납니다", "it breaks a rule of the database")
            default: SystemErrorText("데이터베이스가 거절했습니다 (SQLite \(code))", "the database refused (SQLite \(code))")
            }
    }
}
