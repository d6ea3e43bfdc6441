// Deals and coins that stay open after a panic.

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import type { DcaBot, DealsAtStop } from '#contract/dca-bots.ts'
import { getBalanceTable } from '#contract/exchanges.ts'
import { readableRows } from '#contract/read.ts'
import { type Sale, saleOf } from '#market/sale.ts'
import { add, type Decimal, ZERO } from '#money/decimal.ts'
import { plural } from '#money/format.ts'
import { endpointQuery, every } from '#query/endpoint-query.ts'
import { Amount } from '#ui/amount.tsx'
import { Button } from '#ui/button.tsx'
import { FactList } from '#ui/facts.tsx'
import { Note } from '#ui/note.tsx'
import { SheetSection } from '#ui/sheet.tsx'

import type { Listing } from './panic-list.ts'

const EVERY = 10_000
const MOST_COINS = 5

export function useSaleAfter(since: number | undefined): Sale | undefined {
  const { data, dataUpdatedAt } = useQuery({
    ...endpointQuery(getBalanceTable, { params: { id: 'summary' } }),
    refetchInterval: every(EVERY),
    refetchOnMount: 'always',
    enabled: since !== undefined,
  })
  return data && since !== undefined && dataUpdatedAt > since ? saleOf(data) : undefined
}

type OpenDeal = { name: string; count: number; result: Decimal | undefined; currency: string }

/** Open deals of all bots; one line for a bot that does not list its deals. */
export function openDealsOf({ rows }: Listing<DcaBot>): OpenDeal[] {
  return readableRows(rows).flatMap(
    ({ name, deals, active_trades: open, quote_currency: quote }) =>
      deals?.map(({ id, profit }) => ({
        name: `${name}, deal ${id}`,
        count: 1,
        result: profit?.amount,
        currency: profit?.currency ?? quote,
      })) ??
      (open === 0
        ? []
        : [
            {
              name: `${name}, ${plural(open, 'deal')}`,
              count: open,
              result: undefined,
              currency: quote,
            },
          ]),
  )
}

function sumOf(deals: readonly OpenDeal[]): Decimal | undefined {
  const [first] = deals
  return deals.reduce<Decimal | undefined>(
    (sum, { result, currency }) =>
      sum && result && currency === first?.currency ? add(sum, result) : undefined,
    ZERO,
  )
}

const NOT_REPORTED = 'The service does not report the result of every deal in one currency.'

type StillOpenProps = {
  dcaBots: Listing<DcaBot>
  sale: Sale | undefined
  onReview: (open: { deals?: DealsAtStop; sells?: true }) => void
}

export function StillOpen({ dcaBots, sale, onReview }: StillOpenProps) {
  const deals = openDealsOf(dcaBots)
  const result = sumOf(deals)
  const { currency = '' } = deals[0] ?? {}
  const count = deals.reduce((total, deal) => total + deal.count, 0)
  const coins = sale?.sold ?? []
  if (deals.length === 0 && coins.length === 0) return null
  const more = coins.slice(MOST_COINS)
  const others: OpenRow[] =
    more.length > 0
      ? [[`${more.length} others`, more.map(({ label = '—' }) => label).join(', ')]]
      : []
  const worth = <Amount value={sale?.proceeds} places={2} unit="USD" />
  return (
    <>
      <Note tone="caution" className="mt-2.5">
        <strong className="font-semibold">
          Still open:{' '}
          {deals.length > 0 && (
            <>
              {plural(count, 'DCA deal')} (
              <Amount
                value={result}
                signed
                glyph={false}
                currency={currency}
                unit={currency}
                reason={NOT_REPORTED}
              />
              )
            </>
          )}
          {deals.length > 0 && coins.length > 0 && ', '}
          {coins.length > 0 && <>coins worth {worth}</>}.
        </strong>{' '}
        Their value still moves with the market.
      </Note>
      {deals.length > 0 && (
        <OpenPart
          title="DCA deals"
          button={`Close ${plural(count, 'deal')}`}
          onReview={() => onReview({ deals: 'close' })}
          unknown={NOT_REPORTED}
          rows={[
            ...deals.map(({ name, result: own, currency: unit }): OpenRow => [
              name,
              <Amount key="result" value={own} signed currency={unit} />,
            ]),
            ['Open result', <Amount key="sum" value={result} signed currency={currency} />],
          ]}
        />
      )}
      {coins.length > 0 && (
        <OpenPart
          title="Coins, USD"
          button="Review sell-all"
          onReview={() => onReview({ sells: true })}
          unknown="The service names no price for it."
          rows={[
            ...coins
              .slice(0, MOST_COINS)
              .map(({ label = '—', amount, value }): OpenRow => [
                label,
                <CoinWorth key="value" amount={amount} label={label} value={value} />,
              ]),
            ...others,
            [
              sale && sale.unpriced.length > 0
                ? `Worth, without ${plural(sale.unpriced.length, 'unpriced asset')}`
                : 'Worth',
              <Amount key="worth" value={sale?.proceeds} places={2} />,
            ],
          ]}
        />
      )}
    </>
  )
}

type CoinWorthProps = { amount: Decimal | undefined; label: string; value: Decimal | undefined }

const CoinWorth = ({ amount, label, value }: CoinWorthProps) => (
  <>
    <span className="mr-3 text-ink-3">
      <Amount value={amount} unit={label} />
    </span>
    <Amount value={value} places={2} />
  </>
)

type OpenRow = readonly [name: string, value: ReactNode]

type OpenPartProps = {
  title: string
  button: string
  onReview: () => void
  unknown: string
  rows: readonly OpenRow[]
}

const OpenPart = ({ title, button, onReview, unknown, rows }: OpenPartProps) => (
  <SheetSection>
    <div className="flex items-center justify-between gap-3 border-b border-hairline-2 pb-1.5">
      <h2 className="font-semibold">{title}</h2>
      <Button look="danger-open" size="small" onClick={onReview}>
        {button}
      </Button>
    </div>
    <FactList isLined unknown={unknown} total={rows.at(-1)?.[0]} rows={rows} />
  </SheetSection>
)
