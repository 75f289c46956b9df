import GRDB

extension Row: TableRow {
    func integer(_ column: String) -> Int { self[column] }

    func integerIfAny(_ column: String) -> Int? { self[column] }

    func text(_ column: String) -> String { self[column] }

    func textIfAny(_ column: String) -> String? { self[column] }
}
