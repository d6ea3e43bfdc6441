import { useChangeSettings, useSettings } from '#session/use-session.ts'
import { Chip } from '#ui/chip.tsx'
import { ColumnTicks } from '#ui/column-choice.tsx'
import { ColumnsIcon } from '#ui/icons.tsx'
import { Popover } from '#ui/popover.tsx'
import { Segmented } from '#ui/segmented.tsx'

import { TRADE_COLUMNS } from './trade-columns.tsx'
import { useTradeColumns } from './use-trade-columns.ts'

const DENSITIES = [
  { value: 'compact', label: 'Compact' },
  { value: 'standard', label: 'Standard' },
  { value: 'comfortable', label: 'Roomy' },
] as const

/** Which columns the list has and how high its rows are; kept in this browser. */
export function ViewOptions() {
  const { density } = useSettings()
  const changeSettings = useChangeSettings()
  const { columns, isStandard, show, reset } = useTradeColumns()
  const shown = new Set(columns.map(({ id }) => id))
  return (
    <Popover
      label="Columns and rows"
      align="end"
      trigger={
        <Chip aria-label="Columns and rows">
          <ColumnsIcon />
          Columns
        </Chip>
      }
    >
      <Segmented
        label="Height of rows"
        isLabelVisible
        isFull
        value={density}
        options={DENSITIES}
        onChange={(next) => changeSettings({ density: next })}
      />
      <fieldset className="mt-3">
        <legend className="mb-1 text-caption text-ink-2">Columns</legend>
        <ColumnTicks columns={TRADE_COLUMNS} isShown={(id) => shown.has(id)} onShow={show} />
      </fieldset>
      {!isStandard && (
        <button type="button" className="link touch mt-2" onClick={reset}>
          Standard columns
        </button>
      )}
    </Popover>
  )
}
