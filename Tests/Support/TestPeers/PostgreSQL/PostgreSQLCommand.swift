import Foundation

/// The steps of a server's life as a shell script. PostgreSQL's programs run as a user other than root.
enum PostgreSQLCommand {
    /// Arguments: the step, the server's directory, and the step's own arguments.
    private static let script = #"""
        set -eu
        step=$1 directory=$2
        shift 2
        as=
        if [ "$(id -u)" = 0 ]; then as='setpriv --reuid=postgres --regid=postgres --init-groups --inh-caps=-all'; fi
        processes() {
            [ -s "$directory/data/postmaster.pid" ] || return 0
            server=$(head -n 1 "$directory/data/postmaster.pid")
            echo "$server" $(cat "/proc/$server/task/$server/children" 2> /dev/null || true)
        }
        case $step in
        watch)
            cat > /dev/null || true
            kill -KILL $(processes) 2> /dev/null || true
            rm -rf "$directory"
            ;;
        init)
            mkdir -p "$directory"
            chmod 755 "$directory"
            if [ -n "$as" ]; then chown postgres "$directory"; fi
            cd "$directory"
            $as "$bin/initdb" --no-sync --auth=trust --username=banchan --encoding=UTF8 --locale=C.UTF-8 \
                --pgdata=data > initdb.log 2>&1
            printf '%s\n' 'host all guarded 127.0.0.1/32 scram-sha-256' | cat - data/pg_hba.conf > hba
            cat hba > data/pg_hba.conf
            ;;
        make)
            mkdir -p "$directory"
            chmod 755 "$directory"
            if [ -n "$as" ]; then chown postgres "$directory"; fi
            cp -a "$1/data" "$directory/data"
            shift
            printf '%s\n' "unix_socket_directories='$directory'" "$@" >> "$directory/data/postgresql.conf"
            ;;
        start)
            cd "$directory"
            # What Foundation takes for a sign of life would be handed on to a server that stays.
            (
                for open in /proc/self/fd/*; do if [ "${open##*/}" -gt 2 ]; then eval "exec ${open##*/}>&-"; fi; done
                exec $as "$bin/pg_ctl" --wait --silent --pgdata=data --log="$directory/log" start > /dev/null
            )
            ;;
        stop)
            cd "$directory"
            $as "$bin/pg_ctl" --wait --silent --pgdata=data --mode="$1" stop
            ;;
        kill)
            kill -STOP "$(head -n 1 "$directory/data/postmaster.pid")"
            all=$(processes)
            kill -KILL $all
            for process in $all; do while [ -e "/proc/$process/exe" ]; do sleep 0.01; done; done
            # Until somebody reaps it, its number looks like that of a server that runs.
            rm -f "$directory/data/postmaster.pid" "$directory"/.s.PGSQL.*
            ;;
        encrypt)
            cd "$directory"
            $as openssl req -new -x509 -nodes -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -subj /CN=localhost \
                -addext subjectAltName=DNS:localhost -keyout data/server.key -out data/server.crt 2> openssl.log
            cp data/server.crt "$directory/server.crt"
            echo 'ssl=on' >> data/postgresql.conf
            $as "$bin/pg_ctl" --silent --pgdata=data reload
            ;;
        own)
            mkdir "$directory/data"
            if [ -n "$as" ]; then chown postgres "$directory/data"; fi
            ;;
        signal) kill "-$1" $(processes) ;;
        copy)
            mkdir -p "$directory"
            chmod 755 "$directory"
            if [ -n "$as" ]; then chown postgres "$directory"; fi
            cd "$directory"
            $as "$bin/pg_basebackup" --no-sync --checkpoint=fast --write-recovery-conf --pgdata=data \
                --dbname="host=$1 port=$2 user=banchan application_name=copy"
            printf '%s\n' "unix_socket_directories='$directory'" "port=$3" "synchronous_standby_names=''" \
                >> data/postgresql.conf
            ;;
        promote)
            cd "$directory"
            $as "$bin/pg_ctl" --wait --silent --pgdata=data promote
            ;;
        session) exec "$bin/psql" --no-psqlrc --quiet --tuples-only --no-align --host="$directory" --port="$1" \
            --username=banchan --dbname="$2" ;;
        sql) "$bin/psql" --no-psqlrc --quiet --tuples-only --no-align --set=ON_ERROR_STOP=1 --host="$directory" \
            --port="$1" --username=banchan --dbname="$2" --command="$3" ;;
        esac
        """#

    static func process(_ step: String, _ directory: URL, _ arguments: [String]) -> Process {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = ["-c", script, "postgresql", step, directory.path] + arguments
        process.environment = [
            "PATH": PostgreSQLPrograms.systemPath, "LC_ALL": "C", "bin": PostgreSQLPrograms.directory ?? "",
        ]
        process.currentDirectoryURL = URL(filePath: "/")
        return process
    }

    /// Runs a step to its end and returns its output. Throws with its error output and the end of the server's log if
    /// it fails.
    @discardableResult
    static func run(_ step: String, _ directory: URL, _ arguments: [String]) throws -> String {
        guard PostgreSQLPrograms.directory != nil else {
            throw PostgreSQLServerError(
                description: "PostgreSQL's programs are missing: apt-get install libpq-dev postgresql")
        }
        let process = process(step, directory, arguments)
        let (output, complaints) = (Pipe(), Pipe())
        (process.standardInput, process.standardOutput, process.standardError) = (
            FileHandle.nullDevice, output, complaints
        )
        try process.run()
        let said = output.fileHandleForReading.readDataToEndOfFile()
        let problems = complaints.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            let log = (try? String(contentsOf: directory.appending(path: "log"), encoding: .utf8)) ?? ""
            throw PostgreSQLServerError(
                description: "\(step): \(String(decoding: problems, as: UTF8.self))\n\(log.suffix(2_000))")
        }
        return String(decoding: said, as: UTF8.self)
    }
}

/// The programs of the PostgreSQL server that is installed on this machine, of whichever version.
public enum PostgreSQLPrograms {
    /// Where the system's own programs are, independent of the environment.
    static let systemPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

    /// The directory of `initdb`, `pg_ctl` and their like, as `pg_config --bindir` names it, or else the one in the path;
    /// `nil` if there is none.
    public static let directory: String? =
        ([configured].compactMap(\.self) + systemPath.split(separator: ":").map(String.init)).first {
            FileManager.default.isExecutableFile(atPath: "\($0)/initdb")
        }

    /// Returns the path of a program, or `nil` if it is not installed.
    public static func path(of name: String) -> String? {
        directory.map { "\($0)/\(name)" }.flatMap { FileManager.default.isExecutableFile(atPath: $0) ? $0 : nil }
    }

    /// What `pg_config --bindir` prints.
    private static var configured: String? {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["pg_config", "--bindir"]
        process.environment = ["PATH": systemPath]
        (process.standardInput, process.standardOutput, process.standardError) = (
            FileHandle.nullDevice, output, FileHandle.nullDevice
        )
        guard (try? process.run()) != nil else { return nil }
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return process.terminationStatus == 0 ? text.trimmingCharacters(in: .whitespacesAndNewlines) : nil
    }
}
