import { useState } from 'react'

import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { DownloadIcon } from '#ui/icons.tsx'
import { Popover } from '#ui/popover.tsx'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'

import type { Coverage } from './coverage.ts'
import type { CsvOptions } from './trade-csv.ts'
import type { Rest } from './use-rest.ts'
import { rowsText } from './words.ts'

type ExportCsvProps = {
  /** What is filtered by, in words. */
  filters: readonly string[]
  /** How many rows the file has, once they are there. */
  count: number
  /** Whether every row that is filtered is loaded. */
  isComplete: boolean
  /** Loads the rows that are missing; tells whether that was done. */
  onLoad: () => Promise<boolean>
  coverage: Coverage
  rest: Rest
  onWrite: (options: Pick<CsvOptions, 'hasAmounts' | 'hasTaxColumns'>) => void
}

/** Writes everything that is filtered into one file, after loading what is not there yet. */
export function ExportCsv(props: ExportCsvProps) {
  const { filters, count, isComplete, onLoad, coverage, rest, onWrite } = props
  const { areAmountsHidden } = useDisplayPreferences()
  const [isOpen, setOpen] = useState(false)
  const [hasTaxColumns, setTaxColumns] = useState(false)
  const [isAskedFor, setAskedFor] = useState(false)
  const write = async () => {
    if (isComplete || (await onLoad())) {
      onWrite({ hasTaxColumns, hasAmounts: !areAmountsHidden || isAskedFor })
      setOpen(false)
    }
  }
  return (
    <Popover
      label="Export CSV"
      align="end"
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button>
          <DownloadIcon size={14} />
          Export CSV
        </Button>
      }
    >
      <div className="flex w-68 flex-col gap-2">
        <p className="text-caption text-ink-2">
          {filters.length === 0 ? 'Every closed order' : `Closed orders of ${filters.join(', ')}`}.
          Times in UTC, figures with all their digits.
        </p>
        <Checkbox
          label="Columns for tax programs"
          checked={hasTaxColumns}
          onChange={({ target }) => setTaxColumns(target.checked)}
        />
        {areAmountsHidden && (
          <Checkbox
            label="With amounts, though they are hidden"
            checked={isAskedFor}
            onChange={({ target }) => setAskedFor(target.checked)}
          />
        )}
        {rest.isLoading ? (
          <div className="flex items-center justify-between gap-2">
            <span role="status" className="text-caption text-ink-2 tabular-nums">
              {rowsText(coverage.count)} so far
            </span>
            <Button size="small" onClick={rest.cancel}>
              Cancel
            </Button>
          </div>
        ) : (
          <Button look="primary" onClick={() => void write()}>
            {labelOf(rest, isComplete, count)}
          </Button>
        )}
      </div>
    </Popover>
  )
}

function labelOf(rest: Rest, isComplete: boolean, count: number): string {
  if (isComplete) return `Write ${rowsText(count)}`
  return rest.error ? 'Go on and write all rows' : 'Load and write all rows'
}
