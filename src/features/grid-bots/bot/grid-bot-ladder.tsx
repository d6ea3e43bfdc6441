import type { ReactNode } from 'react'

import { type LadderColumn, type LadderLine, PriceLadder } from '#charts/price-ladder.tsx'
import { Price } from '#market/price.tsx'
import { type Decimal, HUNDRED, multiply, ONE, subtract } from '#money/decimal.ts'
import { plural, widestPlaces } from '#money/format.ts'
import type { PairParts } from '#trading/pair.ts'
import { Amount, Percent } from '#ui/amount.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { Empty } from '#ui/empty.tsx'
import { Section } from '#ui/page.tsx'

import { currenciesOf, orderCurrency } from '../bot-facts.ts'
import { orderCount } from '../stop/stop-words.ts'
import {
  gridLinesOf,
  type GridPlan,
  type GridLineView,
  linesAndMarks,
  type PendingOrders,
  pendingOrders,
  placeOfLast,
  sumsFromLast,
  totalOfOrders,
  unreadableLines,
} from './grid-lines.ts'

type GridBotLadderProps = {
  bot: GridPlan
  isPlanned?: boolean | undefined
}

export function GridBotLadder({ bot, isPlanned = false }: GridBotLadderProps) {
  const pair = currenciesOf(bot)
  const count = gridLinesOf(bot).length
  const gridLines = linesAndMarks(bot)
  const last = bot.current_price
  const places = Math.max(2, widestPlaces([last, ...gridLines.map((gridLine) => gridLine.price)]))
  const orders = pendingOrders(bot)
  // A stopped bot has prices but no orders.
  const hasOrders = gridLines.some(({ state }) => state === 'buy' || state === 'sell')
  const unreadable = unreadableLines(bot)
  const isIdle = !isPlanned && !bot.is_enabled && !hasOrders
  const table = (
    <PriceLadder
      caption="Ladder, highest price first"
      columns={columnsOf(pair, hasOrders)}
      barHead={hasOrders ? 'Sum from last' : undefined}
      lines={linesOf(gridLines, last, { orders, places, hasOrders, quote: pair.quote })}
      last={
        last && {
          text: (
            <>
              Last price <Amount value={last} isPrice minPlaces={places} />
            </>
          ),
          note: <NextOrders gridLines={gridLines} last={last} places={places} />,
          beforeIndex: placeOfLast(gridLines, last),
        }
      }
      footer={
        hasOrders
          ? [
              orderCount(orders),
              '',
              '',
              <Amount
                key="total"
                value={totalOfOrders(gridLines, orders)}
                currency={pair.quote}
                reason="The service does not say what all these orders hold."
              />,
              '',
              '',
            ]
          : undefined
      }
    />
  )
  return (
    <Section title="Ladder" caption={<LadderCaption bot={bot} count={count} places={places} />}>
      {count === 0 ? (
        <Empty title="The service sent no lines of this bot." />
      ) : isIdle ? (
        <IdleLadder bot={bot} count={count} places={places}>
          {table}
        </IdleLadder>
      ) : (
        table
      )}
      {unreadable > 0 && (
        <p className="pt-2 text-caption text-caution">
          {plural(unreadable, 'line')} could not be read.
        </p>
      )}
    </Section>
  )
}

type IdleLadderProps = { bot: GridPlan; count: number; places: number; children: ReactNode }

/** Stopped bot: the orders that a start would place, and its grid lines on request. */
function IdleLadder({ bot, count, places, children }: IdleLadderProps) {
  const { lower_price: lower, upper_price: upper, quantity_per_grid: quantity } = bot
  return (
    <>
      <p className="max-w-140 pb-2 text-ink-2">
        The bot is stopped and has no orders. Started again, it places up to {count - 1} orders
        {lower && upper && (
          <>
            {' '}
            from <Amount value={lower} isPrice minPlaces={places} /> to{' '}
            <Amount value={upper} isPrice minPlaces={places} unit={currenciesOf(bot).quote} />
          </>
        )}
        {quantity && (
          <>
            , <Amount value={quantity} unit={orderCurrency(bot)} /> each
          </>
        )}
        , around the price of that moment.
      </p>
      <Disclosure title="Grid lines" caption={`${count} prices`}>
        {children}
      </Disclosure>
    </>
  )
}

function columnsOf(pair: PairParts | undefined, hasOrders: boolean): LadderColumn[] {
  const quote = pair ? `, ${pair.quote}` : ''
  const price = { head: `Price${quote}`, isNumeric: true }
  const distance = { head: 'From last', isNumeric: true }
  if (!hasOrders) return [price, distance]
  return [
    price,
    { head: pair?.base ?? 'Units', isNumeric: true, isMinor: true },
    { head: `Total${quote}`, isNumeric: true, isMinor: true },
    // The sum beside it is more useful.
    { ...distance, isSmallestHidden: true },
  ]
}

type LineStyle = {
  orders: PendingOrders | undefined
  places: number
  hasOrders: boolean
  quote: string
}

function linesOf(
  gridLines: readonly GridLineView[],
  last: Decimal | undefined,
  { orders, places, hasOrders, quote }: LineStyle,
): LadderLine[] {
  const sums = sumsFromLast(gridLines, last, orders)
  return gridLines.map((gridLine, index) => {
    const { price, state, units, total, fromLast } = gridLine
    const isOrder = state === 'buy' || state === 'sell'
    const sum = sums[index]
    const sizes = [
      isOrder ? <Amount key="units" value={units} /> : NOTHING,
      isOrder ? <Amount key="total" value={total} currency={quote} /> : NOTHING,
    ]
    return {
      id: gridLine.id === undefined ? `unnamed ${index}` : String(gridLine.id),
      side: isOrder ? state : 'waiting',
      waitingWord: state === 'empty' || state === 'mark' ? gridLine.words : undefined,
      cells: [
        <Amount key="price" value={price} isPrice minPlaces={places} className={STRONG[state]} />,
        ...(hasOrders ? sizes : []),
        <Percent key="from" value={fromLast} signed glyph={false} hasColour={false} />,
      ],
      barAmount: isOrder ? sum : undefined,
      barLabel: isOrder ? <Amount value={sum} currency={quote} /> : NOTHING,
    }
  })
}

const STRONG = { buy: 'font-medium', sell: 'font-medium', waiting: '', empty: '', mark: '' }
const NOTHING = <span className="text-ink-3">—</span>

function NextOrders({
  gridLines,
  last,
  places,
}: {
  gridLines: readonly GridLineView[]
  last: Decimal
  places: number
}) {
  const place = placeOfLast(gridLines, last)
  const sell = gridLines.slice(0, place).findLast(({ state }) => state === 'sell')
  const buy = gridLines.slice(place).find(({ state }) => state === 'buy')
  const priceOf = (gridLine: GridLineView) => (
    <Amount value={gridLine.price} isPrice minPlaces={places} />
  )
  if (!buy && !sell) return 'no order is near it'
  return (
    <>
      next order {buy && <>buys at {priceOf(buy)}</>}
      {buy && sell && ' or '}
      {sell && <>sells at {priceOf(sell)}</>}
    </>
  )
}

function LadderCaption({ bot, count, places }: { bot: GridPlan; count: number; places: number }) {
  const pair = currenciesOf(bot)
  const planned = bot.grids_quantity
  return (
    <>
      {planned !== count ? `${count} of ${planned} lines` : plural(count, 'line')}
      <Step bot={bot} unit={pair.quote} places={places} />
      {bot.quantity_per_grid && (
        <>
          , <Amount value={bot.quantity_per_grid} unit={orderCurrency(bot)} /> each
        </>
      )}
    </>
  )
}

/** Price difference for an arithmetic grid, ratio for a geometric one. */
function Step({ bot, unit, places }: { bot: GridPlan; unit: string | undefined; places: number }) {
  const { grid_price_step: step, grid_type: type } = bot
  if (!step) return null
  if (type === 'geometric') {
    const percent = multiply(subtract(step, ONE), HUNDRED)
    return (
      <>
        , step <Percent value={percent} />
      </>
    )
  }
  return type === 'arithmetic' ? (
    <>
      , step <Price value={step} places={places} unit={unit} />
    </>
  ) : null
}
