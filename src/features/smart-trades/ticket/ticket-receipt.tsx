import type { ReactNode } from 'react'

import { marketPriceOf } from '#contract/draft-rule.ts'
import { notableImpact } from '#contract/impact.ts'
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
import { formatAmount, formatPercent } from '#money/format.ts'
import { moneyPlaces } from '#money/money-places.ts'
import { placesThatAddUp } from '#money/places-that-add-up.ts'
import type { Preview } from '#trading/smart-trade-preview.ts'
import { Amount } from '#ui/amount.tsx'
import { InfoIcon } from '#ui/icons.tsx'
import { UnknownValue } from '#ui/unknown-value.tsx'

import { useDerivedTicket, useTicket } from './ticket-context.tsx'
import { TICKET_COLUMNS } from './ticket-section.tsx'
import { isAtMarket } from './draft.ts'

type TicketReceiptProps = {
  feeRate: Decimal
  onFeeRate: (rate: Decimal) => void
}

/** What the ticket comes to, by the functions the engine books with, under the columns it explains. */
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
          All profits and losses are {quote && `in ${quote} `}after fees.{' '}
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

/** The price that a large order pays is beyond the ask, or below the bid. */
const WITH_IMPACT = {
  ask: 'Cost at the market',
  bid: 'Value at the market',
  last: 'Cost at the market',
}

function Cost() {
  const { base, quote, market } = useTicket()
  const { values, preview } = useDerivedTicket()
  const { units, total, commission, needs, breakEven, takesMargin, liquidation, interestADay } =
    preview
  const { fundingADay } = preview
  const taken = needs?.currency === 'base' ? base : quote
  const { skip_enter_step: isHeld, position } = SHAPE_OF_TYPE[values.type]
  const now = isAtMarket(values) ? marketPriceOf(position.type, market.view) : undefined
  const impact = now && notableImpact(units, market.view.book ?? {})
  const atNow = now && (impact ? WITH_IMPACT[now.type] : AT[now.type])
  return (
    <Block title="Receipt">
      <Line name={isHeld ? 'Value at entry' : (atNow ?? 'Cost at entry')}>
        <Money amount={total} currency={quote} />
      </Line>
      {impact && <Line name="Price impact">{formatPercent(impact, { places: 2 })}</Line>}
      <Line name="Entry fee">
        {isHeld ? (
          <span className="text-ink-2">none, it is held</span>
        ) : (
          <Money amount={commission} currency={quote} />
        )}
      </Line>
      <Line name={takesMargin ? 'Margin taken' : 'Taken from balance'} isTotal>
        <Money amount={needs?.amount} currency={taken} />
      </Line>
      <Line name="Break-even price">
        <Price value={breakEven} unit={quote} />
      </Line>
      {liquidation && (
        <Line name="Liquidation, about">
          <Price value={liquidation} unit={quote} />
        </Line>
      )}
      {interestADay && (
        <Line name="Interest a day, about">
          <Money amount={interestADay} currency={quote} />
        </Line>
      )}
      {fundingADay && !isZero(fundingADay) && (
        <Line name={isNegative(fundingADay) ? 'Funding received a day' : 'Funding a day, about'}>
          <Money amount={absolute(fundingADay)} currency={quote} />
        </Line>
      )}
    </Block>
  )
}

type ExitsProps = { preview: Preview; quote: string }

function Targets({ preview: { targets, reward }, quote }: ExitsProps) {
  const profits = targets.map(({ profit }) => profit).filter((profit) => profit !== undefined)
  const places =
    reward === undefined ? 2 : placesThatAddUp(profits, reward, moneyPlaces(quote, reward))
  return (
    <Block title="If targets are reached">
      {targets.map(({ volume, profit }, index) => (
        <Line
          key={index}
          name={`Target ${index + 1}${volume === undefined ? '' : `, ${formatAmount(volume)}%`}`}
        >
          <Amount value={profit} signed places={places} />
        </Line>
      ))}
      <Line name="All targets" isTotal>
        <Amount value={reward} signed places={places} />
      </Line>
    </Block>
  )
}

const BAR_PLACES = 6
const LOSS = 'Loss, whole position'

function StopLoss({ preview: { stop, riskReward, winRate }, quote }: ExitsProps) {
  const loss = stop?.loss
  return (
    <Block title="If the stop is hit">
      <Line name={loss && isNegative(loss) ? 'Gain, whole position' : LOSS} isTotal>
        <Amount
          value={loss && negate(loss)}
          signed
          places={loss && moneyPlaces(quote, loss)}
          reason="Known once the stop has a valid price."
        />
      </Line>
      <Line name="Risk to reward">
        {riskReward === undefined ? (
          <UnknownValue reason="Known once a target and the stop have valid prices." />
        ) : (
          <span className="font-medium">1 : {formatAmount(riskReward, { places: 2 })}</span>
        )}
      </Line>
      {riskReward !== undefined && (
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
      <Line name="Win rate needed">
        {winRate === undefined ? <UnknownValue /> : formatPercent(winRate, { places: 1 })}
      </Line>
    </Block>
  )
}

function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <h2 className="mb-1 font-semibold">{title}</h2>
      <dl>{children}</dl>
    </div>
  )
}

type LineProps = { name: string; isTotal?: boolean; children: ReactNode }

function Line({ name, isTotal = false, children }: LineProps) {
  return (
    <div
      className={`flex min-h-8 items-center justify-between gap-3 ${isTotal ? 'font-medium' : ''}`}
    >
      <dt className={isTotal ? '' : 'text-ink-2'}>{name}</dt>
      <dd className="text-right tabular-nums">{children}</dd>
    </div>
  )
}

/** An amount in its currency; the unit in a slot, since the lines of a receipt mix units. */
export function Money({ amount, currency }: { amount: Decimal | undefined; currency: string }) {
  return (
    <Amount
      value={amount}
      places={amount && moneyPlaces(currency, amount)}
      unit={currency || undefined}
      hasUnitSlot
    />
  )
}
