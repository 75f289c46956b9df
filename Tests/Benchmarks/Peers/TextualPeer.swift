import Foundation

extension Peer {
    /// A program of a few lines that shows Textual's own list widget.
    static let textual = Peer(
        name: "Textual", installation: "pip install textual", find: { InstalledPeer.python(with: "textual") },
        prepare: { peer, place in
            try place.write(place.titles.map { "\($0)\n" }.joined(), to: "list.txt")
            try place.write(program, to: "list.py")
            return place.subject("Textual", peer, [place.file("list.py").path, place.file("list.txt").path])
        })

    private static let program = """
        import sys

        from textual.app import App
        from textual.widgets import OptionList


        class RowList(OptionList):
            def action_cursor_down(self):
                # It would go on at the beginning.
                if self.highlighted != self.option_count - 1:
                    super().action_cursor_down()


        class Rows(App):
            BINDINGS = [("q", "quit", "Quit"), ("r", "reload", "Reload")]

            def rows(self):
                with open(sys.argv[1], encoding="utf-8") as file:
                    return file.read().splitlines()

            def compose(self):
                yield RowList(*self.rows(), markup=False)

            def action_reload(self):
                rows = self.query_one(OptionList)
                highlighted = rows.highlighted
                rows.clear_options()
                rows.add_options(self.rows())
                rows.highlighted = highlighted


        Rows().run()

        """
}

extension InstalledPeer {
    /// Finds the user's Python if it has `module`. `python3` in the search path may be a wrapper script that looks for
    /// Python first, so Python itself is asked for its path.
    fileprivate static func python(with module: String) -> InstalledPeer? {
        let question = """
            import importlib.metadata, os, platform, sys, \(module)
            print("found", sys.executable, os.path.dirname(os.path.dirname(\(module).__file__)),
                importlib.metadata.version("\(module)"), platform.python_version(), sep="\\t")
            """
        guard let python = InstalledProgram.path(of: "python3"),
            let answer = InstalledProgram.output(of: python, ["-c", question])?.split(separator: "\n").last
        else { return nil }
        let words = answer.split(separator: "\t").map(String.init)
        guard words.count == 5, words[0] == "found" else { return nil }
        return InstalledPeer(
            path: words[1], version: "\(module) \(words[3]), Python \(words[4])",
            environment: ["PYTHONPATH": words[2], "PYTHONDONTWRITEBYTECODE": "1"])
    }
}
