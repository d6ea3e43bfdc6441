import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { Id } from '#contract/primitives.ts'
import { useListedAccounts } from '#market/accounts.ts'
import { add, type Decimal, toText } from '#money/decimal.ts'
import { plural } from '#money/words.ts'
import { currenciesOf } from '#market/pairs.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { classNames } from '#ui/class-names.ts'
import { type CsvCell, csvFile, csvText, fileWord } from '#ui/csv.ts'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { download } from '#ui/download.ts'
import { DownloadIcon } from '#ui/icons.tsx'
import { Popover } from '#ui/popover.tsx'

import type { HistoryModel } from './use-history.ts'
import { historyPages } from './queries.ts'
import {
  idOf,
  inOrder,
  isWholeTrade,
  kindOf,
  mergePages,
  newestFirst,
  ofPeriod,
  partsOf,
  statusOf,
  type Trade,
} from './trades.ts'

/** Writes the listed orders of the period into one file, after loading those that are missing. */
export function ExportCsv({ history }: { history: HistoryModel }) {
  const { view, search, period, filters, rows, found, isComplete, loadListed, rest } = history
  const { filtered, dayOf, nameOf } = history
  const queryClient = useQueryClient()
  const { accounts } = useListedAccounts()
  const marketTypeOf = (id: Id) =>
    accounts?.find(({ account_id }) => account_id === id)?.market_type
  const { areAmountsHidden } = useDisplayPreferences()
  const [isOpen, setOpen] = useState(false)
  const [hasTaxColumns, setTaxColumns] = useState(false)
  const [isAskedFor, setAskedFor] = useState(false)
  const write = async () => {
    if (!isComplete && !(await loadListed())) return
    // Rows that have just been loaded are not in `found` yet.
    const pages = queryClient.getQueryData(historyPages(view).queryKey)?.pages ?? []
    const all = ofPeriod(newestFirst(mergePages(pages)), period, dayOf)
    const exported = inOrder(filtered(all), search)
    const hasAmounts = !areAmountsHidden || isAskedFor
    const { account_id: id, pair } = view
    const name = csvName(exported, {
      account: id === undefined ? 'all accounts' : nameOf(id),
      pair,
    })
    download(
      name,
      csvFile(tradesAsCsv(exported, { nameOf, hasTaxColumns, hasAmounts, marketTypeOf })),
    )
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
          className={classNames('min-w-60 medium:min-w-46', rows.length === 0 && 'invisible')}
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
          Closed orders of {[period.name, ...filters.map(({ words }) => words)].join(', ')}. Times
          are in UTC. Full precision.
        </p>
        <Checkbox
          label="Add columns for tax programs"
          checked={hasTaxColumns}
          onChange={({ target }) => setTaxColumns(target.checked)}
        />
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
          <Button look="primary" onClick={() => void write()}>
            {labelOf(history)}
          </Button>
        )}
      </div>
    </Popover>
  )
}

function labelOf({ isComplete, rest }: HistoryModel): string {
  if (isComplete) return 'Export CSV'
  return rest.error ? 'Continue and export' : 'Load and export'
}

export type CsvOptions = {
  nameOf: (accountId: Id) => string
  hasAmounts: boolean
  hasTaxColumns: boolean
  /** `spot`, `margin` or `futures`; `undefined` if the service does not say. */
  marketTypeOf: (accountId: Id) => string | undefined
}

type Column = {
  head: string
  cell: (trade: Trade, options: CsvOptions) => CsvCell
  isAmount?: boolean
  isForTaxes?: boolean
}

/** All digits the service sent, and a point whatever this computer's language. */
const figure = (value: Decimal | null | undefined): CsvCell =>
  value ? { figure: toText(value) } : undefined

const time = (at: number | undefined): CsvCell =>
  at === undefined ? undefined : new Date(at).toISOString()

const baseOf = ({ pair }: Trade) => currenciesOf(pair).base
const quoteOf = ({ pair }: Trade) => currenciesOf(pair).quote

/** By the row's own word, else that of its account. */
const marketTypeOf = ({ market_type, account_id }: Trade, options: CsvOptions) =>
  market_type ?? (account_id === undefined ? undefined : options.marketTypeOf(account_id))

/** Spot only: a position moves no coins, and a whole trade in one row is two exchanges. */
const legs = (trade: Trade, options: CsvOptions) => {
  if (marketTypeOf(trade, options) !== 'spot' || isWholeTrade(trade)) return undefined
  const base = { currency: baseOf(trade), amount: trade.filled?.units }
  const quote = { currency: quoteOf(trade), amount: trade.filled?.total }
  const side = trade.order?.side
  if (side === 'buy') return { sent: quote, received: base }
  return side === 'sell' ? { sent: base, received: quote } : undefined
}

/** Profit before fees, own fee, and interest or funding of a leveraged position: they add up. */
const positionOf = (trade: Trade, options: CsvOptions) => {
  const type = marketTypeOf(trade, options)
  if (type === undefined || type === 'spot') return undefined
  const { profit, commission } = trade
  const currency = profit?.currency ?? commission?.currency
  if (trade.order === null) return { currency, charge: profit?.amount }
  const { amount: net, fees } = profit ?? {}
  return {
    currency,
    profit: net && fees && add(net, fees),
    fee: commission?.amount,
  }
}

const amount = (
  head: string,
  of: (trade: Trade, options: CsvOptions) => Decimal | null | undefined,
): Column => ({
  head,
  isAmount: true,
  cell: (trade, options) => figure(of(trade, options)),
})
const text = (head: string, cell: Column['cell']): Column => ({ head, cell })

const COLUMNS: readonly Column[] = [
  text('closed_at', (trade) => time(trade.closed_at)),
  text('created_at', (trade) => time(trade.created_at)),
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
  text('price', ({ filled }) => figure(filled?.price)),
  text('price_ordered', ({ price }) => figure(price?.value)),
  text('exit_price', ({ exit }) => figure(exit?.price)),
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
  text('profit_percent', ({ profit }) => figure(profit?.percent)),
  ...[
    amount('sent_amount', (...row) => legs(...row)?.sent.amount),
    text('sent_currency', (...row) => legs(...row)?.sent.currency),
    amount('received_amount', (...row) => legs(...row)?.received.amount),
    text('received_currency', (...row) => legs(...row)?.received.currency),
    amount('position_profit_before_fees', (...row) => positionOf(...row)?.profit),
    amount('position_fee', (...row) => positionOf(...row)?.fee),
    amount('position_interest_or_funding', (...row) => positionOf(...row)?.charge),
    text('position_currency', (...row) => positionOf(...row)?.currency),
  ].map((column) => ({ ...column, isForTaxes: true })),
]

export function tradesAsCsv(trades: readonly Trade[], options: CsvOptions): string {
  const columns = COLUMNS.filter(
    ({ isAmount = false, isForTaxes = false }) =>
      (options.hasAmounts || !isAmount) && (options.hasTaxColumns || !isForTaxes),
  )
  return csvText([
    columns.map(({ head }) => head),
    ...trades.map(partsOf).map((trade) => columns.map(({ cell }) => cell(trade, options))),
  ])
}

/** "quarterdeck-history-harbour-spot-usdt-btc-2026-03-04-to-2026-11-19.csv" */
export function csvName(
  trades: readonly Trade[],
  { account, pair }: { account: string; pair: string | undefined },
): string {
  const days = trades
    .flatMap(({ closed_at: at }) => (at === undefined ? [] : new Date(at).toISOString()))
    .map((iso) => iso.slice(0, 10))
    .toSorted()
  const range = days.length === 0 ? [] : [`${days[0]}-to-${days.at(-1)}`]
  const words = [account, ...(pair === undefined ? [] : [pair])].map(fileWord)
  return `${['quarterdeck-history', ...words, ...range].join('-')}.csv`
}
