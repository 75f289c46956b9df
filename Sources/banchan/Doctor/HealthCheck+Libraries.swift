import CPictures
import CPostgreSQL
import Glibc

// Checks of the libraries that the program loads when it first needs them.
extension HealthCheck {
    /// A library without which the program works, but for something.
    private struct OptionalLibrary {
        let name: String
        /// The package of Debian that has it.
        let package: String
        /// What does not work without it, in Korean and in English.
        let loss: (String, String)

        var isThere: Bool {
            guard let library = dlopen(name, RTLD_LAZY | RTLD_LOCAL) else { return false }
            dlclose(library)
            return true
        }
    }

    private static let optionalLibraries = [
        OptionalLibrary(
            name: PICTURES_PIXBUF, package: "libgdk-pixbuf-2.0-0", loss: ("사진이 보이지 않습니다", "no pictures are shown")),
        OptionalLibrary(name: PICTURES_CHAFA, package: "libchafa0", loss: ("사진이 보이지 않습니다", "no pictures are shown")),
        OptionalLibrary(
            name: POSTGRESQL_LIBRARY, package: "libpq5",
            loss: ("PostgreSQL 데이터베이스를 쓸 수 없습니다", "no PostgreSQL database can be used")),
    ]

    /// A finding for each library that is missing, or one that none is.
    var libraries: [HealthFinding] {
        let missing = HealthCheck.optionalLibraries.filter { !$0.isThere }
        guard !missing.isEmpty else {
            return [HealthFinding(.libraries, .ok, say("모두 설치되어 있습니다.", "All are installed."))]
        }
        return missing.map { library in
            HealthFinding(
                .libraries, .note,
                say(
                    "\(library.name) 파일이 없어 \(library.loss.0).", "\(library.name) is missing: \(library.loss.1)."),
                advice: "apt-get install \(library.package)")
        }
    }
}
