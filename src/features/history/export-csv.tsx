import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { Id } from '#contract/primitives.ts'
import { useListedAccounts } from '#market/accounts.ts'
import type { Decimal } from '#money/decimal.ts'
import { plural } from '#money/format.ts'
import { currenciesOf } from '#market/pair-text.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { classNames } from '#ui/class-names.ts'
import { aheadOfUtc, type DayOf, type Zone } from '#ui/civil-day.ts'
import { type CsvCell, csvFigure, csvFile, csvText, fileWord } from '#ui/csv.ts'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { download } from '#ui/download.ts'
import { DownloadIcon } from '#ui/icons.tsx'
import { Field } from '#ui/field.tsx'
import { Popover } from '#ui/popover.tsx'
import { Select } from '#ui/select.tsx'

import { historyPages } from './queries.ts'
import { TAX_FORMATS, taxEntries, type TaxFormat, type TaxOptions, taxRows } from './tax-formats.ts'
import {
  idOf,
  inOrder,
  kindOf,
  mergePages,
  newestFirst,
  ofPeriod,
  partsOf,
  statusOf,
  type Trade,
} from './trades.ts'
import type { HistoryModel } from './use-history.ts'

/** Writes the listed orders of the period to one file, after loading the missing ones. */
export function ExportCsv({ history }: { history: HistoryModel }) {
  const { view, search, period, filters, rows, found, isComplete, loadListed, rest } = history
  const { filtered, dayOf, nameOf } = history
  const queryClient = useQueryClient()
  const { accounts } = useListedAccounts()
  const marketTypeOf = (id: Id) =>
    accounts?.find(({ account_id }) => account_id === id)?.market_type
  const { areAmountsHidden, timeZone } = useDisplayPreferences()
  const [isOpen, setOpen] = useState(false)
  const [format, setFormat] = useState<Format>('Quarterdeck')
  const [isLocal, setLocal] = useState(false)
  const [isAskedFor, setAskedFor] = useState(false)
  const hasAmounts = !areAmountsHidden || isAskedFor
  const taxOptions = { nameOf, marketTypeOf }
  const write = async () => {
    if (!isComplete && !(await loadListed())) return
    // Rows just loaded are not in `found` yet.
    const pages = queryClient.getQueryData(historyPages(view).queryKey)?.pages ?? []
    const all = ofPeriod(newestFirst(mergePages(pages)), period, dayOf)
    const exported = inOrder(filtered(all), search)
    const { account_id: id, pair } = view
    const name = csvName(exported, {
      account: id === undefined ? 'all accounts' : nameOf(id),
      pair,
      dayOf,
    })
    const text =
      format === 'Quarterdeck'
        ? tradesAsCsv(exported, { nameOf, hasAmounts, localZone: isLocal ? timeZone : undefined })
        : csvText(taxRows(taxEntries(exported.map(partsOf), taxOptions).entries, format))
    download(name, csvFile(text))
    setOpen(false)
  }
  return (
    <Popover
      label="Export CSV"
      align="end"
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button
          className={classNames('min-w-70 medium:min-w-46', rows.length === 0 && 'invisible')}
        >
          <DownloadIcon size={14} />
          <span>
            Export<span className="medium:hidden"> {history.listedName}</span>
            {isComplete && ` (${plural(found.length, 'order')})`}
          </span>
        </Button>
      }
    >
      <div className="flex w-68 flex-col gap-2">
        <p className="text-caption text-ink-2">
          Closed orders of {[period.name, ...filters.map(({ words }) => words)].join(', ')}. Full
          precision.
        </p>
        <Field label="Columns">
          {(field) => (
            <Select
              {...field}
              options={FORMAT_OPTIONS}
              value={format}
              onChange={({ target }) => setFormat(target.value as Format)}
            />
          )}
        </Field>
        {format === 'Quarterdeck' ? (
          <Checkbox
            label={`Semicolons, decimal commas and ${timeZone === 'UTC' ? 'plain' : 'local'} times, for a spreadsheet`}
            checked={isLocal}
            onChange={({ target }) => setLocal(target.checked)}
          />
        ) : (
          <LeftOut trades={found} options={taxOptions} />
        )}
        {areAmountsHidden && (
          <Checkbox
            label="Include amounts although they are hidden"
            checked={isAskedFor}
            onChange={({ target }) => setAskedFor(target.checked)}
          />
        )}
        {rest.isLoading ? (
          <div className="flex items-center justify-between gap-2">
            <span role="status" className="text-caption text-ink-2 tabular-nums">
              {plural(found.length, 'order')} so far
            </span>
            <Button size="small" onClick={rest.cancel}>
              Cancel
            </Button>
          </div>
        ) : (
          <Button
            look="primary"
            reason={
              format === 'Quarterdeck' || hasAmounts
                ? undefined
                : 'A tax program needs the amounts.'
            }
            onClick={() => void write()}
          >
            {labelOf(history)}
          </Button>
        )}
      </div>
    </Popover>
  )
}

type Format = 'Quarterdeck' | TaxFormat

const FORMAT_OPTIONS = [
  { value: 'Quarterdeck', label: 'Everything the service says' },
  ...Object.keys(TAX_FORMATS).map((value) => ({ value, label: `For ${value}` })),
]

function LeftOut({ trades, options }: { trades: readonly Trade[]; options: TaxOptions }) {
  const { leftOut } = taxEntries(trades.map(partsOf), options)
  return (
    <p className="text-caption text-ink-2">
      Exchanges at spot, and net results of positions. Times are in UTC.
      {leftOut > 0 && ` ${plural(leftOut, 'order')} of those loaded left out for missing data.`}
    </p>
  )
}

function labelOf({ isComplete, rest }: HistoryModel): string {
  if (isComplete) return 'Export CSV'
  return rest.error ? 'Continue and export' : 'Load and export'
}

export type CsvOptions = {
  nameOf: (accountId: Id) => string
  hasAmounts: boolean
  /** For spreadsheets: semicolons, decimal commas (1.234 would be 1,234), times in this zone. */
  localZone?: Zone | undefined
}

type Column = {
  head: string
  cell: (trade: Trade, options: CsvOptions) => CsvCell
  isAmount?: boolean
}

function time(at: number | undefined, { localZone }: CsvOptions): CsvCell {
  if (at === undefined) return undefined
  if (localZone === undefined) return new Date(at).toISOString()
  const shown = new Date(at + aheadOfUtc(at, localZone)).toISOString()
  return `${shown.slice(0, 10)} ${shown.slice(11, 19)}`
}

const baseOf = ({ pair }: Trade) => currenciesOf(pair).base
const quoteOf = ({ pair }: Trade) => currenciesOf(pair).quote

const amount = (
  head: string,
  of: (trade: Trade, options: CsvOptions) => Decimal | null | undefined,
): Column => ({
  head,
  isAmount: true,
  cell: (trade, options) => csvFigure(of(trade, options)),
})
const text = (head: string, cell: Column['cell']): Column => ({ head, cell })

const COLUMNS: readonly Column[] = [
  text('closed_at', (trade, options) => time(trade.closed_at, options)),
  text('created_at', (trade, options) => time(trade.created_at, options)),
  text('uuid', idOf),
  text('account_id', ({ account_id: id }) => (id === undefined ? id : { figure: String(id) })),
  text('account', ({ account_id: id }, { nameOf }) => (id === undefined ? id : nameOf(id))),
  text('pair', ({ pair }) => pair),
  text('base', baseOf),
  text('quote', quoteOf),
  text('kind', kindOf),
  text('market_type', ({ market_type }) => market_type),
  text('side', ({ order }) => order?.side),
  text('order_type', ({ order }) => order?.type),
  text('source', ({ source }) => source?.type),
  text('source_id', ({ source }) => source?.id),
  text('source_name', ({ source }) => source?.name),
  text('note', ({ source }) => source?.note),
  text('purpose', ({ order }) => order?.role),
  text('status', statusOf),
  text('error', ({ status }) => status?.error),
  text('price', ({ filled }) => csvFigure(filled?.price)),
  text('price_ordered', ({ price }) => csvFigure(price?.value)),
  text('exit_price', ({ exit }) => csvFigure(exit?.price)),
  amount('units', ({ filled }) => filled?.units),
  amount('units_ordered', ({ units }) => units?.value),
  amount('total', ({ filled }) => filled?.total),
  amount('exit_units', ({ exit }) => exit?.units),
  amount('exit_total', ({ exit }) => exit?.total),
  amount('total_ordered', ({ total }) => total?.value),
  amount('fee', ({ commission }) => commission?.amount),
  text('fee_currency', ({ commission }) => commission?.currency),
  amount('profit', ({ profit }) => profit?.amount),
  text('profit_currency', ({ profit }) => profit?.currency),
  amount('profit_usd', ({ profit }) => profit?.usd),
  amount('profit_fees', ({ profit }) => profit?.fees),
  text('profit_percent', ({ profit }) => csvFigure(profit?.percent)),
]

export function tradesAsCsv(trades: readonly Trade[], options: CsvOptions): string {
  const columns = COLUMNS.filter(({ isAmount = false }) => options.hasAmounts || !isAmount)
  const rows = trades.map(partsOf).map((trade) => columns.map(({ cell }) => cell(trade, options)))
  return csvText([columns.map(({ head }) => head), ...rows], options.localZone ? ';' : ',')
}

/** "quarterdeck-history-harbour-spot-usdt-btc-2026-03-04-to-2026-11-19.csv", by days of the page. */
export function csvName(
  trades: readonly Trade[],
  { account, pair, dayOf }: { account: string; pair: string | undefined; dayOf: DayOf },
): string {
  const days = trades.flatMap(({ closed_at: at }) => (at === undefined ? [] : dayOf(at))).toSorted()
  const range = days.length === 0 ? [] : [`${days[0]}-to-${days.at(-1)}`]
  const words = [account, ...(pair === undefined ? [] : [pair])].map(fileWord)
  return `${['quarterdeck-history', ...words, ...range].join('-')}.csv`
}
