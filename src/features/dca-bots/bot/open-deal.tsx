import type { DcaBot } from '#contract/dca-bots.ts'
import type { DcaDeal } from '#contract/dca-deals.ts'
import { Price } from '#market/price.tsx'
import {
  type Decimal,
  isNegative,
  isPositive,
  isZero,
  subtract,
  toNumber,
  ZERO,
} from '#money/decimal.ts'
import { formatAmount, formatPrice, plural, pricePlaces } from '#money/format.ts'
import { percentOf } from '#trading/profit.ts'
import { splitPair } from '#trading/pair.ts'
import { Amount, NOT_SENT, Percent, UnknownValue } from '#ui/amount.tsx'
import { FactList, type Facts, money, plainChange } from '#ui/facts.tsx'
import { Section } from '#ui/page.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { Age, Time } from '#ui/time.tsx'

import { DealPicture } from '../deal-picture.tsx'
import { isAtLastOrder } from '#trading/dca-ladder.ts'
import { isWaiting, openDealsOf } from '../open-deals.ts'
import { isLongOf } from '../words.ts'

export function OpenDeals({ bot }: { bot: DcaBot }) {
  const { deals, reason } = openDealsOf(bot)
  if (!deals) {
    return (
      <Section title="Open deals" className="mt-1.5">
        <p className="max-w-140 pb-3 text-ink-2">
          {reason} The orders below are those of a deal opened now.
        </p>
      </Section>
    )
  }
  const filled = deals.filter((deal) => !isWaiting(deal))
  const waiting = deals.length - filled.length
  return (
    <>
      {filled.map((deal, index) => (
        <OpenDeal
          key={deal.id}
          deal={deal}
          bot={bot}
          title={filled.length > 1 ? `Open deal ${index + 1} of ${filled.length}` : 'Open deal'}
        />
      ))}
      {waiting > 0 && (
        <Section title="Waiting deal" className="mt-1.5">
          <p className="pb-3 text-ink-2">
            {plural(waiting, 'deal waits', 'deals wait')} for the base order to fill.
          </p>
        </Section>
      )}
    </>
  )
}

function OpenDeal({ deal, bot, title }: { deal: DcaDeal; bot: DcaBot; title: string }) {
  const { current_price: price, profit } = deal
  return (
    <Section
      title={title}
      caption={(bot.pairs?.length ?? 0) > 1 && deal.pair}
      className="mt-1.5 border-b border-hairline-2 pb-4"
    >
      <p className="flex flex-wrap items-baseline gap-x-3">
        {money(profit?.amount, profit?.currency ?? splitPair(deal.pair).quote, {
          signed: true,
          className: 'text-figure font-medium',
          reason: NOT_SENT,
        })}
        <Percent value={profit?.percent} signed />
        <span className="text-caption text-ink-3">
          {deal.fees ? 'after all fees, if closed' : 'as the service counts it'}
          {price && (
            <>
              {' '}
              at <Price value={price} places={placesIn(deal)} />
            </>
          )}
        </span>
      </p>
      <DealBar deal={deal} isLong={isLongOf(bot) !== false} />
      <DealPicture deal={deal} bot={bot} />
      <FactList of={dealFacts(deal, bot)} className={DEAL_COLUMNS} />
      {bot.tp_trailing && (
        <p className="pt-1.5 text-caption text-ink-3">The target trails once it is reached.</p>
      )}
    </Section>
  )
}

const DEAL_COLUMNS =
  'grid grid-cols-2 gap-x-8 pt-2 max-sm:grid-cols-1 xl:grid-cols-3 [&>*]:border-b [&>*]:border-hairline'

/** Services send exit prices with more decimals than the tick. */
function placesIn({
  current_price,
  take_profit_price,
  stop_loss_price,
  next_order_price,
}: DcaDeal) {
  const places = [current_price, take_profit_price, stop_loss_price, next_order_price].flatMap(
    (price) => (price ? [pricePlaces(price)] : []),
  )
  return places.length === 0 ? undefined : Math.max(...places)
}

export function dealFacts(deal: DcaDeal, bot: DcaBot): Facts {
  const { base, quote } = splitPair(deal.pair)
  const { current_price: price, stop_loss_price: stop, next_order_price: next } = deal
  const places = placesIn(deal)
  const priceOf = (value: Decimal | null | undefined, reason?: string) => (
    <>
      <Price value={value} places={places} reason={reason} />
      {value && price && value !== price && (
        <span className="text-ink-3"> {plainChange(changeTo(price, value))}</span>
      )}
    </>
  )
  return {
    'Average price': <Price value={deal.average_price} places={places} />,
    Target: priceOf(deal.take_profit_price),
    'Stop loss':
      stop === null && !bot.stop_loss_enabled ? (
        <span className="text-ink-3">off</span>
      ) : (
        priceOf(stop, stop === null ? 'None is placed now.' : undefined)
      ),
    'Safety orders filled': (
      <>
        {deal.safety_orders_filled ?? <UnknownValue />}
        <span className="text-ink-3"> of {bot.max_safety_orders}</span>
      </>
    ),
    'Next safety order':
      next === null ? (
        <span className={isAtLastOrder(deal, bot) ? 'text-caution' : 'text-ink-3'}>
          none waiting
        </span>
      ) : (
        priceOf(next)
      ),
    Invested: money(deal.spent, quote),
    Held: (
      <Amount value={deal.bought && deal.sold && subtract(deal.bought, deal.sold)} unit={base} />
    ),
    'Fees paid': money(deal.fees, quote),
    'Open since': (
      <>
        <Time at={deal.created_at} />
        <span className="text-ink-3">
          , <Age at={deal.created_at} as="span" />
        </span>
      </>
    ),
  }
}

const changeTo = (from: Decimal, to: Decimal): Decimal =>
  isPositive(from) ? percentOf(subtract(to, from), from) : ZERO

/** Line from the stop, or the next safety order, to the target, with average and last price. */
function DealBar({ deal, isLong }: { deal: DcaDeal; isLong: boolean }) {
  const { current_price: price, average_price: average, profit } = deal
  const { take_profit_price: target, stop_loss_price: stop, next_order_price: next } = deal
  const far = stop ?? next
  if (!target || !far || !average || toNumber(far) === toNumber(target)) return null
  const start = toNumber(far)
  const length = toNumber(target) - start
  const placeOf = (at: Decimal) => (toNumber(at) - start) / length
  const amount = profit?.amount
  const direction = !amount || isZero(amount) ? 'none' : isNegative(amount) ? 'down' : 'up'
  const name = stop ? 'Stop' : 'Next safety order'
  return (
    <div className="pt-2">
      <ProgressBar
        entry={placeOf(average)}
        now={price && placeOf(price)}
        direction={direction}
        ticks={stop && next ? [placeOf(next)] : []}
        label={`${name} ${formatAmount(far)}, average ${formatPrice(average)}${price ? `, now ${formatAmount(price)}` : ''}, target ${formatAmount(target)}`}
      />
      <p
        aria-hidden="true"
        className="flex justify-between gap-3 text-caption text-ink-3 tabular-nums"
      >
        <span>
          {name} {formatPrice(far)}
        </span>
        <span>
          {isLong ? 'Sells' : 'Buys back'} at {formatPrice(target)}
        </span>
      </p>
    </div>
  )
}
