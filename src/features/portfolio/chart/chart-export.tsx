import { useState } from 'react'

import { chartImage } from '#charts/chart-image.ts'
import { HIDDEN } from '#money/format.ts'
import type { Unit } from '#trading/balance-flow.ts'
import { Button } from '#ui/button.tsx'
import { csvFile, fileWord } from '#ui/csv.ts'
import { download } from '#ui/download.ts'
import { DownloadIcon } from '#ui/icons.tsx'
import { formatInstant } from '#ui/instant.ts'
import { Menu, MenuItem } from '#ui/menu.tsx'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'

import type { BalanceLines } from './balance-lines.ts'
import { chartAsCsv } from './chart-csv.ts'
import type { Live } from './live.ts'
import type { Series } from './series.ts'

type ChartExportProps = {
  of: string
  title: string
  unit: Unit
  series: Series
  /** As they are drawn: what is put away is not in the picture either. */
  lines: BalanceLines
  live: Live | undefined
  drawn: { other: boolean; paidIn: boolean }
  formatValue: (value: number) => string
}

/** The chart as a picture, and its points as a table. Hidden amounts stay hidden unless asked for. */
export function ChartExport(props: ChartExportProps) {
  const { of, title, unit, series, lines, live, drawn, formatValue } = props
  const { areAmountsHidden, timeZone } = useDisplayPreferences()
  const [problem, setProblem] = useState<string>()
  const first = lines.value.at[0] ?? 0
  const last = lines.value.at.at(-1) ?? 0
  const days = [first, last].map((at) => new Date(at).toISOString().slice(0, 10)).join('-to-')
  const name = `quarterdeck-balance-${fileWord(of)}-${unit}-${days}`
  const savePicture = async () => {
    try {
      const picture = await chartImage({
        title,
        data: {
          points: lines.value,
          comparison: drawn.other ? lines.other : undefined,
          deposits: drawn.paidIn ? lines.paidIn : undefined,
          drawdown: lines.drawdown.at.length > 0 ? lines.drawdown : undefined,
          gaps: lines.gaps,
          live,
        },
        timeZone,
        formatValue: (value) => (areAmountsHidden ? HIDDEN : formatValue(value)),
        formatTime: (at, step) => formatInstant(at, step, timeZone),
      })
      download(`${name}.png`, picture)
      setProblem(undefined)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'No picture was made.')
    }
  }
  return (
    <span className="flex items-center gap-2">
      {problem !== undefined && (
        <span role="alert" className="text-caption text-caution">
          {problem}
        </span>
      )}
      <Menu
        label="Export the chart"
        align="end"
        trigger={
          <Button size="small" look="quiet" isIcon aria-label="Export the chart">
            <DownloadIcon size={16} />
          </Button>
        }
      >
        <MenuItem onSelect={() => void savePicture()}>Picture, PNG</MenuItem>
        <MenuItem
          onSelect={() => download(`${name}.csv`, csvFile(chartAsCsv(series, lines, unit)))}
        >
          {areAmountsHidden ? 'Points with the hidden amounts, CSV' : 'Points, CSV'}
        </MenuItem>
      </Menu>
    </span>
  )
}
