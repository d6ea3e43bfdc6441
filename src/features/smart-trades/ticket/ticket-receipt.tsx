import type { ReactNode } from 'react'

import { marketPriceOf } from '#contract/draft-rule.ts'
import { notableImpact } from '#contract/impact.ts'
import { present } from '#contract/read.ts'
import { SHAPE_OF_TYPE } from '#contract/smart-trade-type.ts'
import { FeeLink } from '#forms/fee-link.tsx'
import { Price } from '#market/price.tsx'
import {
  absolute,
  add,
  type Decimal,
  divide,
  isNegative,
  isZero,
  negate,
  ONE,
  toNumber,
} from '#money/decimal.ts'
import { formatAmount, formatPercent, moneyPlaces } from '#money/format.ts'
import { placesThatAddUp } from '#money/places-that-add-up.ts'
import type { Preview } from '#trading/smart-trade-preview.ts'
import { Amount, Percent, UnknownValue } from '#ui/amount.tsx'
import { FactList, type Facts, money } from '#ui/facts.tsx'
import { InfoIcon } from '#ui/icons.tsx'

import {
  type DerivedTicket,
  type Ticket,
  useDerivedTicket,
  useTicket,
  useTicketMarket,
} from './ticket-context.tsx'
import { whyNoOdds } from './summary-words.ts'
import { TICKET_COLUMNS } from './ticket-section.tsx'
import { isAtMarket } from './draft.ts'
import type { Market } from './use-market.ts'

type TicketReceiptProps = {
  feeRate: Decimal
  onFeeRate: (rate: Decimal) => void
}

/** Totals of the ticket, by the engine's own functions, below the columns they explain. */
export function TicketReceipt({ feeRate, onFeeRate }: TicketReceiptProps) {
  const { quote } = useTicket()
  const { values, preview } = useDerivedTicket()
  const hasExits = !SHAPE_OF_TYPE[values.type].instant
  return (
    <section aria-label="Receipt" className="isolate border-t border-hairline-2 pt-3.5">
      <div className={`${TICKET_COLUMNS} narrow:gap-4`}>
        <Cost />
        {hasExits && values.take_profit.enabled && <Targets preview={preview} quote={quote} />}
        {hasExits && values.stop_loss.enabled && <StopLoss preview={preview} quote={quote} />}
      </div>
      <p className="mt-1.5 flex gap-1.5 text-caption text-ink-3">
        <InfoIcon size={14} className="mt-px" />
        <span>
          All profits and losses are {quote !== '' && `in ${quote} `}after fees.{' '}
          <FeeLink rate={feeRate} onRate={onFeeRate} />
        </span>
      </p>
    </section>
  )
}

const AT = {
  ask: 'Cost at the ask',
  bid: 'Value at the bid',
  last: 'Cost at the last price',
}

/** Price after the impact of a large order: beyond the ask, or below the bid. */
const WITH_IMPACT = {
  ask: 'Cost at the market',
  bid: 'Value at the market',
  last: 'Cost at the market',
}

const NOT_YET = 'Known once units and price are.'
const LINES = '[&>*]:min-h-8 [&>*]:items-center [&>*]:gap-3'

function Cost() {
  const { taken, facts } = costFacts({
    ...useTicket(),
    ...useDerivedTicket(),
    market: useTicketMarket(),
  })
  return (
    <Block title="Receipt">
      <FactList of={facts} total={taken} unknown={NOT_YET} className={LINES} />
    </Block>
  )
}

type Costed = Pick<Ticket, 'base' | 'quote'> &
  Pick<DerivedTicket, 'values' | 'preview'> & { market: Pick<Market, 'view'> }

export function costFacts({ base, quote, market, values, preview }: Costed) {
  const { needs, liquidation, interestADay, fundingADay } = preview
  const { skip_enter_step: isHeld, position } = SHAPE_OF_TYPE[values.type]
  const now = isAtMarket(values) ? marketPriceOf(position.type, market.view) : undefined
  const impact = now && notableImpact(preview.units, market.view.book)
  const atNow = now ? (impact ? WITH_IMPACT : AT)[now.type] : 'Cost at entry'
  const amount = (value: Decimal | undefined, currency = quote) =>
    money(value, currency, { hasUnitSlot: true })
  const taken = preview.takesMargin ? 'Margin taken' : 'Taken from balance'
  const facts: Facts = {
    [isHeld ? 'Value at entry' : atNow]: amount(preview.total),
    'Price impact': impact && formatPercent(impact, { places: 2 }),
    'Entry fee': isHeld ? (
      <span className="text-ink-2">none, it is held</span>
    ) : (
      amount(preview.commission)
    ),
    [taken]: amount(needs?.amount, needs?.currency === 'base' ? base : quote),
    'Break-even price': (
      <Price value={preview.breakEven} unit={quote} reason={preview.total && NO_BREAK_EVEN} />
    ),
    'Liquidation, about': liquidation && <Price value={liquidation} unit={quote} />,
    'Interest per day, about': interestADay && amount(interestADay),
    [fundingADay && isNegative(fundingADay)
      ? 'Funding received per day'
      : 'Funding per day, about']:
      fundingADay && !isZero(fundingADay) && amount(absolute(fundingADay)),
  }
  return { taken, facts }
}

type ExitsProps = { preview: Preview; quote: string }

const NO_BREAK_EVEN = 'A plain sale opens nothing that could break even.'
const NO_GAIN = 'Known once units, entry and target have valid prices.'

function Targets({ preview: { targets, reward }, quote }: ExitsProps) {
  const profits = present(targets.map(({ profit }) => profit))
  const places = reward ? placesThatAddUp(profits, reward, moneyPlaces(quote, reward)) : 2
  const gain = (value: Decimal | undefined) => <Amount value={value} signed places={places} />
  const facts = targets.map(({ volume, profit }, index): [string, ReactNode] => [
    `Target ${index + 1}${volume ? `, ${formatAmount(volume)}%` : ''}`,
    gain(profit),
  ])
  return (
    <Block title="If targets are reached">
      <FactList
        rows={[...facts, ['All targets', gain(reward)]]}
        total="All targets"
        unknown={NO_GAIN}
        className={LINES}
      />
    </Block>
  )
}

const BAR_PLACES = 6

function StopLoss({ preview, quote }: ExitsProps) {
  const { stop, riskReward, winRate } = preview
  const loss = stop?.loss
  const isGain = loss && isNegative(loss)
  return (
    <Block title="If the stop is hit">
      <FactList
        className={LINES}
        unknown={whyNoOdds(preview)}
        of={{
          [`${isGain ? 'Gain' : 'Loss'}, whole position`]: (
            <Amount
              value={loss && negate(loss)}
              signed
              currency={quote}
              reason="Known once the stop has a valid price."
              className="font-medium"
            />
          ),
          'Risk to reward': riskReward ? (
            <span className="font-medium">1 : {formatAmount(riskReward, { places: 2 })}</span>
          ) : (
            <UnknownValue />
          ),
          'Win rate needed': <Percent value={winRate} places={1} />,
        }}
      />
      {riskReward && (
        <div aria-hidden="true" className="my-1.5 flex h-1 gap-0.5">
          <div
            className="bg-down"
            style={{
              width: `${toNumber(divide(ONE, add(ONE, riskReward), BAR_PLACES, 'half-even')) * 100}%`,
            }}
          />
          <div className="flex-1 bg-up" />
        </div>
      )}
    </Block>
  )
}

const Block = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="min-w-0">
    <h2 className="mb-1 font-semibold">{title}</h2>
    {children}
  </div>
)
