import type { ReactNode } from 'react'

import { currenciesOf } from '#market/pair-text.tsx'
import { Price } from '#market/price.tsx'
import { absolute, compare, type Decimal, isNegative } from '#money/decimal.ts'
import { formatAmount, formatPercent, formatPrice } from '#money/format.ts'
import { Amount, NOT_SENT } from '#ui/amount.tsx'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { change } from '#ui/facts.tsx'

import { distance } from '../distance.ts'
import { profitUnit } from '../list/profit-total.tsx'
import { whyUnknown } from '../row-cells.tsx'
import {
  endReason,
  entryOf,
  isClosed,
  isFilled,
  isPartlyFilled,
  nowOf,
  sideOf,
  tickPlacesOf,
  type Trade,
} from '../trade-facts.ts'

/** Large figure of the drawer: the price waited for, the reason of the end, or the profit. */
export function TradeFigure({ trade }: { trade: Trade }) {
  if (!isClosed(trade) && !isFilled(trade) && !isPartlyFilled(trade)) {
    return <WaitingFigure trade={trade} />
  }
  const unit = profitUnit([trade])
  const profit = unit.of(trade)
  const reason = profit ? undefined : endReason(trade)
  if (reason !== undefined) {
    return <Figure name="Reason" value={reason} isText />
  }
  return (
    <Figure
      name={`${isClosed(trade) ? 'Result' : 'Profit'}, ${unit.currency}`}
      value={
        <Amount
          value={profit}
          signed
          currency={unit.currency}
          glyphSize={12}
          reason={whyUnknown(trade)}
        />
      }
      beside={
        <>
          {profit && change(trade.profit.percent)} of{' '}
          <Amount value={trade.position.total.value} currency={unit.currency} reason={NOT_SENT} />{' '}
          {sideOf(trade) === 'sell' ? 'after fees' : 'with fees'}
        </>
      }
    />
  )
}

/** Price that the entry waits for, and its distance. */
function WaitingFigure({ trade }: { trade: Trade }) {
  const { areAmountsHidden } = useDisplayPreferences()
  const { quote = '' } = currenciesOf(trade.pair)
  const entry = entryOf(trade)
  const last = nowOf(trade)
  const away = entry && distance(entry, last)
  const words = waitsFor(trade, { areAmountsHidden })
  return (
    <>
      <Figure
        name={`Waiting to enter, ${quote}`}
        value={
          <Price
            value={entry}
            places={tickPlacesOf(trade)}
            reason="The entry has no price of its own."
          />
        }
        beside={
          <>
            {away &&
              `${formatPercent(absolute(away))} ${isNegative(away) ? 'below' : 'above'} the `}
            last price <Price value={last} places={tickPlacesOf(trade)} />
          </>
        }
      />
      {words !== undefined && <p className="mt-1 text-ink-2">{words}</p>}
    </>
  )
}

/** Trigger of the entry, as a sentence; `undefined` if its side is unknown. */
export function waitsFor(
  trade: Trade,
  { areAmountsHidden = false }: { areAmountsHidden?: boolean } = {},
): string | undefined {
  const { position } = trade
  const { base = '', quote = '' } = currenciesOf(trade.pair)
  const side = sideOf(trade)
  if (side === undefined) return undefined
  const units = position.units.value
  const what = `${side === 'buy' ? 'Buys' : 'Sells'} ${
    units && !areAmountsHidden ? `${formatAmount(units)} ${base}` : base
  }`
  const write = (price: Decimal) => `${formatPrice(price, tickPlacesOf(trade))} ${quote}`
  const trigger = position.conditional?.price.value
  const limit = position.price.value
  if (trigger) {
    const last = nowOf(trade)
    const way = last ? WAYS[compare(trigger, last) > 0 ? 'up' : 'down'] : 'reaches'
    const trails = position.conditional?.trailing?.enabled ? ', then follows it' : ''
    return `${what} once the price ${way} ${write(trigger)}${trails}.`
  }
  if (limit && position.order_type === 'limit') {
    return `${what} at ${write(limit)} or ${side === 'buy' ? 'lower' : 'higher'}.`
  }
  return `${what} as soon as its order is filled.`
}

const WAYS = { up: 'rises to', down: 'falls to' }

type FigureProps = { name: string; value: ReactNode; beside?: ReactNode; isText?: boolean }

const Figure = ({ name, value, beside, isText = false }: FigureProps) => (
  <div className="mt-3.5 flex items-end justify-between gap-4">
    <div className="min-w-0">
      <p className="text-caption text-ink-3">{name}</p>
      <p className={`font-semibold ${isText ? 'text-lead' : 'text-[1.5rem]/8 tracking-[-0.02em]'}`}>
        {value}
      </p>
    </div>
    {beside !== undefined && <p className="pb-1 text-right text-caption text-ink-2">{beside}</p>}
  </div>
)
