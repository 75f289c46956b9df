import Foundation
import TestSupport
import Testing

/// This machine's system as it would be without anything of ours, in namespaces of its own: what is written, run and
/// listened to there is gone afterwards. Only root can have one.
enum FreshSystem {
    /// Whether one can be made here.
    static func isPossible() async -> Bool {
        guard geteuid() == 0, Installed.has("unshare", "ip", "setpriv") else { return false }
        return await (try? shell(command("true")).status) == 0
    }

    /// Returns the line for the shell that runs `script` in such a system, with these files in its directory `/tmp`.
    static func command(_ script: String, files: [String] = []) -> String {
        let copies = files.map { "cp '\($0)' \"$root/tmp/\"\n" }.joined()
        let inside = "cd /root; export HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive\n" + systemd + script
        let encoded = Data(inside.utf8).base64EncodedString()
        let outside = """
            set -e
            export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
            space=$(mktemp -d)
            mount -t tmpfs none "$space"
            mkdir "$space/upper" "$space/work" "$space/root"
            root=$space/root
            mount -t overlay overlay -o "lowerdir=/,upperdir=$space/upper,workdir=$space/work" "$root"
            mount --rbind /dev "$root/dev"
            # As Debian mounts it: an sshd that is not run by root cannot give a terminal to another group.
            mount -t devpts -o newinstance,gid=5,mode=620,ptmxmode=666 devpts "$root/dev/pts"
            mount --bind "$root/dev/pts/ptmx" "$root/dev/ptmx"
            mount -t proc none "$root/proc"
            for directory in run tmp; do mount -t tmpfs none "$root/$directory"; done
            ip link set lo up
            \(copies)
            echo \(encoded) | base64 -d >"$root/tmp/script"
            exec chroot "$root" bash /tmp/script
            """
        return
            "exec unshare --mount --pid --net --fork --kill-child bash -c '\(outside.replacing("'", with: #"'\''"#))'"
    }

    /// Stands for systemd, which needs a machine of its own: starts units as their files say, without their sandboxes.
    private static let systemd = #"""
        value() { # KEY DEFAULT
            local last
            last=$(cat "/usr/lib/systemd/system/$unit.service" "/etc/systemd/system/$unit.service.d/"*.conf 2>/dev/null |
                sed -n "s/^$1=//p" | tail -n 1)
            echo "${last:-$2}"
        }
        start_unit() {
            local user credentials directory credential settings
            user=$(value User nobody)
            credentials=/run/credentials/$unit
            for directory in "/var/lib/$(value StateDirectory)" "/run/$unit" "$credentials"; do
                install -d -m 755 -o "$user" "$directory"
            done
            credential=$(value LoadCredential)
            [ -z "$credential" ] || install -m 400 -o "$user" "${credential#*:}" "$credentials/${credential%%:*}"
            settings=$(value EnvironmentFile /dev/null)
            (
                set -a
                . "${settings#-}"
                umask "$(value UMask)"
                command=$(value ExecStart)
                exec env HOME=/ $(value Environment) setsid setpriv --reuid "$user" --regid "$(id -g "$user")" \
                    --clear-groups ${command//%d/$credentials}
            ) >"/var/log/$unit.log" 2>&1 </dev/null &
        }
        systemctl() {
            [ "$1 $2" = "enable --now" ] || return 1
            for unit in "${@:3}"; do start_unit; done
        }

        """#
}
