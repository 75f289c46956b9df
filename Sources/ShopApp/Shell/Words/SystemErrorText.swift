import Glibc
import TerminalText

/// What an error number of the system means, in the user's language.
public enum SystemErrorText {
    /// Returns the meaning of `code`, such as "permission denied", or the number if it is a rare one.
    public static func of(_ code: Int, in language: Language) -> String {
        let meaning = meanings[Int32(clamping: code)] ?? ("오류 \(code)", "error \(code)")
        return language == .korean ? meaning.korean : meaning.english
    }

    private static let meanings: [Int32: (korean: String, english: String)] = [
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
        EPIPE: ("받는 쪽이 끝났습니다", "its reader is gone"),
    ]
}
