import Canvas

/// The layout of the keeper's screen.
struct AdminLayout: Hashable {
    private let list: ListLayout

    init(screen: Size) { list = ListLayout(screen: screen) }

    var margin: Int { list.margin }
    var width: Int { list.width }

    /// The row with the names of the views.
    var tabs: Rectangle {
        Rectangle(column: list.origin.column, row: list.origin.row, width: list.width, height: 1)
    }

    /// The area below the tabs.
    var body: Rectangle {
        let gap = list.density == .spacious ? 1 : 0
        return Rectangle(
            column: list.origin.column, row: list.origin.row + 1 + gap, width: list.width,
            height: max(1, list.height - 1 - gap))
    }

    /// Whether the sales chart fits beside a list.
    private var isWide: Bool { list.width >= 100 }
    private static let besideList = 44
    private static let besideSales = 36

    /// Returns the area of the list; in the sales view, of the latest sales.
    func list(_ view: AdminScreen.View) -> Rectangle {
        guard view == .sales else {
            return Rectangle(
                column: body.origin.column, row: body.origin.row,
                width: isWide ? body.size.width - AdminLayout.besideList : body.size.width,
                height: body.size.height)
        }
        let chart = chart(.sales)
        guard chartIsBesideList else {
            return Rectangle(
                column: body.origin.column, row: chart.rows.upperBound, width: body.size.width,
                height: body.rows.upperBound - chart.rows.upperBound)
        }
        return Rectangle(
            column: chart.columns.upperBound, row: body.origin.row,
            width: body.size.width - chart.size.width, height: body.size.height)
    }

    /// Returns the area of the sales chart; empty if the view has no room for it.
    func chart(_ view: AdminScreen.View) -> Rectangle {
        guard view == .sales else {
            return Rectangle(
                column: body.size.width - AdminLayout.besideList, row: body.origin.row,
                width: isWide ? AdminLayout.besideList : 0, height: isWide ? body.size.height : 0)
        }
        let width = chartIsBesideList ? AdminLayout.besideSales : body.size.width
        let isShort = !chartIsBesideList
        return Rectangle(
            column: body.origin.column, row: body.origin.row, width: width,
            height: isShort ? min(body.size.height, AdminLayout.rowsAboveList) : body.size.height)
    }

    private var chartIsBesideList: Bool { list.width >= 60 }
    /// The height of the chart above the latest sales on a narrow screen.
    private static let rowsAboveList = 7
}
