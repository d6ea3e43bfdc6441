import { SkeletonRows } from '#ui/skeleton.tsx'
import { Table, Th } from '#ui/table.tsx'

const COLUMNS = [
  { head: 'Closed', width: 64 },
  { head: 'Pair', width: 72 },
  { head: 'Side', width: 40 },
  { head: 'From', width: 72 },
  { head: 'Price', width: 72, isNumeric: true },
  { head: 'Amount', width: 64, isNumeric: true },
  { head: 'Total', width: 72, isNumeric: true },
  { head: 'Profit, USD', width: 56, isNumeric: true },
]

/** The heads and the rows that will come. */
export const HistorySkeleton = () => (
  <div className="pt-4">
    <Table caption="Trades" isBusy>
      <thead>
        <tr>
          {COLUMNS.map(({ head, isNumeric }) => (
            <Th key={head} isNumeric={isNumeric}>
              {head}
            </Th>
          ))}
        </tr>
      </thead>
      <tbody>
        <SkeletonRows rows={16} columns={COLUMNS} />
      </tbody>
    </Table>
  </div>
)
