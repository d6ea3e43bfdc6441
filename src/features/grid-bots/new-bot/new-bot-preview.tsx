import type { ReactNode } from 'react'

import { listCandles } from '#contract/market.ts'
import { FeeLink } from '#forms/fee-link.tsx'
import { readAmount } from '#forms/amount-text.ts'
import {
  compare,
  type Decimal,
  HUNDRED,
  isPositive,
  larger,
  multiply,
  smaller,
  toText,
} from '#money/decimal.ts'
import { formatRate } from '#money/format.ts'
import { useWhyNotOffered } from '#query/why-not-offered.ts'
import { type GridMarket, rangeAround } from '#trading/example-grid.ts'
import { FEE_RATE } from '#trading/fees.ts'
import { splitPair, toSlashPair } from '#trading/pair.ts'
import { Amount, Percent } from '#ui/amount.tsx'
import { EmptyPicture } from '#ui/empty.tsx'
import { FactList, money } from '#ui/facts.tsx'
import { CheckIcon, WarningIcon } from '#ui/icons.tsx'
import { Section } from '#ui/page.tsx'

import { GridBotLadder } from '../bot/grid-bot-ladder.tsx'
import type { NewBotParts } from './fields.ts'
import { type BotPreview, linesOf, previewOf, shapeOf } from './new-bot.ts'
import { RangeChart } from './range-chart.tsx'

/** Price with the range to set, then funds and ladder, by the functions used for running bots. */
export function NewBotPreview(parts: NewBotParts) {
  const { values, draft, place } = parts
  const whyNot = useWhyNotOffered(listCandles)
  const market = place.figures.now
  const preview = draft && previewOf(draft, market)
  return (
    <div className="grid content-start gap-4">
      <RangeToSet {...parts} />
      {preview ? (
        <>
          <NewBotFunds preview={preview} market={market} onFeeRate={place.onFeeRate} />
          <GridBotLadder bot={preview.bot} isPlanned />
        </>
      ) : (
        <EmptyPicture height="sm:h-96">
          {values.account === '' || values.pair === ''
            ? `Choose an account and a pair: its price is drawn here, with a range to start from. ${whyNot ?? ''}`
            : 'What it needs, the profit per round trip and the ladder appear here once the range, the lines and the quantity are set.'}
        </EmptyPicture>
      )}
    </div>
  )
}

const SUGGESTED = 10

/** Last week's price with the typed or suggested range. */
function RangeToSet({ values, fill, place }: NewBotParts) {
  const { pair } = values
  const market = place.figures.now
  const around = rangeAround(SUGGESTED, market)
  const typed = { lower: readAmount(values.lower_price), upper: readAmount(values.upper_price) }
  const lower = typed.lower ?? around?.lower
  const upper = typed.upper ?? around?.upper
  if (pair === '' || !lower || !upper || !isPositive(lower) || compare(lower, upper) >= 0)
    return null
  const isSuggested = !typed.lower || !typed.upper
  const shape = shapeOf({
    ...values,
    lower_price: toText(lower),
    upper_price: toText(upper),
  })
  return (
    <Section title="Price and range" caption={toSlashPair(pair)}>
      <p className="pb-1 text-caption text-ink-3">
        {isSuggested
          ? `Suggested: ±${SUGGESTED}% around the last price. Press ±${SUGGESTED}%, drag a line or use the arrow keys to set it.`
          : 'Drag a line or use the arrow keys to change the range.'}
      </p>
      <RangeChart
        key={pair}
        pair={pair}
        exchange={place.account?.exchange}
        last={market.price}
        edges={{
          lower: { price: lower, isSuggested: !typed.lower },
          upper: { price: upper, isSuggested: !typed.upper },
        }}
        lines={shape ? linesOf(shape, market) : []}
        tick={market.tick}
        onMove={(edge, price) =>
          fill(edge === 'lower' ? { lower_price: toText(price) } : { upper_price: toText(price) })
        }
      />
    </Section>
  )
}

/** Return at the lowest and highest gap, smaller first. */
const inOrder = ({ bottom, top }: BotPreview['gaps']): [Decimal, Decimal] => [
  smaller(bottom, top),
  larger(bottom, top),
]

const between = (least: ReactNode, most: ReactNode) => (
  <span className="inline-flex gap-1">
    {least}–{most}
  </span>
)

type NewBotFundsProps = {
  preview: BotPreview
  market: GridMarket
  onFeeRate?: (rate: Decimal) => void
}

export function NewBotFunds({ preview, market, onFeeRate }: NewBotFundsProps) {
  const { needs, missing, total, short, turns, gaps } = preview
  const { base, quote } = splitPair(preview.bot.pair)
  const { feeRate = FEE_RATE } = market
  const [leastTurn, mostTurn] = inOrder(turns)
  const [leastGap, mostGap] = inOrder(gaps)
  const slot = { hasUnitSlot: true }
  const units = (value: Decimal | undefined) => (
    <Amount value={value} minPlaces={2} unit={base} {...slot} />
  )
  const turn = (value: Decimal, unit?: string) =>
    money(value, quote, { signed: true, glyph: false, unit })
  return (
    <Section title="What it needs" caption={`${toSlashPair(preview.bot.pair)}, at the last price`}>
      <FactList
        isLined
        isTight
        className="border-t border-hairline-2"
        total={`Total ${quote}`}
        unknown="The service gave no price or balance."
        of={{
          'Held for sell orders': units(needs.base),
          [`${base} bought first`]: units(missing),
          'Held for buy orders, with fees': money(needs.quote, quote, slot),
          [`Total ${quote}`]: money(total, quote, slot),
          [`Free ${quote}`]: money(market.free.quote, quote, slot),
          'Profit per round trip': between(turn(leastTurn), turn(mostTurn, quote)),
          'Gap between lines': between(<Percent value={leastGap} />, <Percent value={mostGap} />),
        }}
      />
      {short && (
        <p
          role="status"
          className={`flex items-center gap-1.5 pt-1.5 text-caption ${isPositive(short) ? 'text-caution' : 'text-ink-2'}`}
        >
          {isPositive(short) ? (
            <>
              <WarningIcon size={14} />
              <span>
                <Amount value={short} currency={quote} /> {quote} is missing.
              </span>
            </>
          ) : (
            <>
              <CheckIcon size={14} />
              The free balance covers it.
            </>
          )}
        </p>
      )}
      {market.isFutures === true && (
        <p className="pt-1.5 text-caption text-ink-3">
          On a futures account the service borrows for it; how much margin it asks for is unknown.
        </p>
      )}
      {!isPositive(turns.bottom) || !isPositive(turns.top) ? (
        <p className="pt-1.5 text-caption text-caution">
          The lines are so close together that a round trip costs more in fees than it earns.
        </p>
      ) : null}
      <p className="pt-1 text-caption text-ink-3">
        {onFeeRate ? (
          <FeeLink rate={feeRate} onRate={onFeeRate} />
        ) : (
          `Fee assumed ${formatRate(multiply(feeRate, HUNDRED))} per side.`
        )}{' '}
        The service decides.
      </p>
    </Section>
  )
}
