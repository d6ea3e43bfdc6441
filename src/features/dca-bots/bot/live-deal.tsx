import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import type { DcaBot } from '#contract/dca-bots.ts'
import type { MarketPair } from '#contract/market.ts'
import { Price } from '#market/price.tsx'
import { type Decimal, isNegative, isZero, subtract, toNumber } from '#money/decimal.ts'
import { formatAmount } from '#money/format.ts'
import { moneyPlaces } from '#money/money-places.ts'
import { formatPrice, tickPlaces } from '#money/price-places.ts'
import { failureWords } from '#query/failure-words.ts'
import { useService } from '#query/service.tsx'
import { splitSlashPair } from '#trading/pair.ts'
import { Amount } from '#ui/amount.tsx'
import { Section } from '#ui/page.tsx'
import { Percent } from '#ui/percent.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Table, Td, Th, Tr } from '#ui/table.tsx'
import { Age, Time } from '#ui/time.tsx'

import {
  isAtLastOrder,
  type LiveDeal,
  type OpenDeals,
  percentFrom,
  resultAt,
  safetyFilled,
} from '../live-deals.ts'
import { ORDERS_EVERY, ordersOn, readDeals } from '../queries.ts'
import { isLongOf } from '../words.ts'

type LiveDealsProps = {
  bot: DcaBot
  market: MarketPair | undefined
  /** When the prices were read, by the service's clock. */
  readAt: number
}

/** The deals of a bot that are open now, one after the other, or why they cannot be shown. */
export function LiveDeals({ bot, market, readAt }: LiveDealsProps) {
  const { clock } = useService()
  const { data, error, dataUpdatedAt } = useQuery({
    ...ordersOn(bot.pair ?? ''),
    enabled: bot.pair !== undefined && bot.active_trades !== 0 && bot.deals === undefined,
    // An order that has just been filled is in the history a moment later.
    refetchInterval: ({ state }) =>
      state.data && lacksOrders(readDeals(bot, state.data, market)) ? SOON : ORDERS_EVERY,
  })
  const ordersAt = dataUpdatedAt + (clock.offset() ?? 0)

  if (bot.active_trades === 0) return null
  if (data === undefined && bot.deals === undefined) {
    return (
      <Section title="Open deal" className="mt-1.5">
        <p className="pb-3 text-ink-2">
          {error ? (
            `The history of its orders could not be loaded: ${failureWords(error)}`
          ) : (
            <Skeleton width={320} />
          )}
        </p>
      </Section>
    )
  }
  const open = readDeals(bot, data ?? [], market)
  if (open.kind === 'unknown') {
    return (
      <Section title="Open deal" className="mt-1.5">
        <p className="max-w-140 pb-3 text-ink-2">
          {open.reason} Its orders, average and result are therefore not known here; the orders
          below are those of a deal that opens now.
        </p>
      </Section>
    )
  }
  return (
    <>
      {open.deals.map((deal, index) => (
        <OpenDeal
          key={deal.since ?? index}
          deal={deal}
          bot={bot}
          title={
            open.deals.length > 1 ? `Open deal ${index + 1} of ${open.deals.length}` : 'Open deal'
          }
          price={deal.price ?? market?.last}
          readAt={readAt}
          ordersAt={ordersAt}
        />
      ))}
      {open.unfilled > 0 && (
        <Section title="Waiting deal" className="mt-1.5">
          <p className="pb-3 text-ink-2">
            {open.unfilled === 1 ? 'A deal is' : `${open.unfilled} deals are`} open without a filled
            order in the history
            {bot.start_order_type === 'limit' && ': the base order waits for its price'}.
          </p>
        </Section>
      )}
    </>
  )
}

const SOON = 8_000

const lacksOrders = (open: OpenDeals): boolean => open.kind === 'unknown' || open.unfilled > 0

type OpenDealProps = {
  deal: LiveDeal
  bot: DcaBot
  title: string
  price: Decimal | undefined
  readAt: number
  ordersAt: number
}

/** One open deal, as a SmartTrade shows its trade: result, line from stop to target, prices, orders. */
function OpenDeal({ deal, bot, title, price, readAt, ordersAt }: OpenDealProps) {
  const isLong = isLongOf(bot) !== false
  const isKept = bot.deals !== undefined
  const quote = bot.quote_currency ?? ''
  const result = price && resultAt(deal, price, isLong)
  const places = tickPlaces([
    ...deal.fills.map((fill) => fill.price),
    price,
    deal.target,
    deal.next?.price,
  ])
  const priceOf = (value: Decimal | undefined, reason?: string) => (
    <Price value={value} places={places} reason={reason} />
  )
  const away = (to: Decimal | undefined) =>
    price && to ? (
      <span className="text-ink-3">
        {' '}
        <Percent value={percentFrom(price, to)} signed glyph={false} hasColour={false} />
      </span>
    ) : null
  return (
    <Section
      title={title}
      caption={
        isKept ? (
          [deal.pair, 'as the service keeps it'].filter(Boolean).join(', ')
        ) : (
          <>
            orders from the history, <Age at={ordersAt} />
          </>
        )
      }
      className="mt-1.5 border-b border-hairline-2 pb-4"
    >
      <div className="grid grid-cols-1 gap-x-12 gap-y-4 xl:grid-cols-[minmax(0,1fr)_25.5rem]">
        <div className="min-w-0">
          <p className="flex flex-wrap items-baseline gap-x-3">
            <Amount
              value={result?.amount}
              signed
              currency={quote}
              unit={quote}
              mainPlaces={0}
              glyphSize={12}
              reason="The service gives no price of the pair."
              className="text-value font-semibold"
            />
            <Percent value={result?.percent} signed className="text-figure" />
            <span className="text-caption text-ink-3">
              result before fees
              {price && (
                <>
                  {' '}
                  at {priceOf(price)}
                  {deal.price === undefined && (
                    <>
                      , <Age at={readAt} />
                    </>
                  )}
                </>
              )}
            </span>
          </p>
          <DealBar deal={deal} price={price} result={result?.amount} isLong={isLong} />
          <dl className="grid grid-cols-2 gap-x-8 pt-2 max-sm:grid-cols-1">
            <Figure name="Average price">{priceOf(deal.average)}</Figure>
            <Figure name="Target">
              {priceOf(deal.target, 'The service did not send every setting.')}
              {away(deal.target)}
            </Figure>
            <Figure name="Price now">
              {priceOf(price, 'The service gives no price of the pair.')}
            </Figure>
            <Figure name="Stop loss">
              {deal.stop ? (
                <>
                  {priceOf(deal.stop)}
                  {away(deal.stop)}
                </>
              ) : bot.stop_loss_enabled ? (
                priceOf(undefined, 'The service did not send every setting.')
              ) : (
                <span className="text-ink-3">off</span>
              )}
            </Figure>
            <Figure name="Safety orders filled">
              {safetyFilled(deal)}
              <span className="text-ink-3"> of {bot.max_safety_orders ?? '—'}</span>
            </Figure>
            <Figure name="Next safety order">
              {deal.next ? (
                <>
                  {priceOf(deal.next.price)}
                  {away(deal.next.price)}
                </>
              ) : isKept && !isAtLastOrder(deal, bot) ? (
                priceOf(undefined, 'The service does not send it.')
              ) : (
                <span className={isAtLastOrder(deal, bot) ? 'text-caution' : 'text-ink-3'}>
                  none left
                </span>
              )}
            </Figure>
            <Figure name="Invested">
              <Amount value={deal.spent} currency={quote} unit={quote} />
            </Figure>
            <Figure name="Fees paid">
              <Amount
                value={deal.fees}
                currency={quote}
                unit={quote}
                reason={
                  isKept
                    ? 'The service does not send it.'
                    : 'Some fees were paid in another currency.'
                }
              />
            </Figure>
            <Figure name="Open since">
              <Time at={deal.since} style="minute" />
            </Figure>
            <Figure name="Time open">
              <Age at={deal.since} as="span" />
            </Figure>
          </dl>
          <p className="pt-1.5 text-caption text-ink-3">
            {isKept
              ? 'Amounts, target and stop loss are those that the service keeps'
              : 'Target, stop loss and next safety order follow from the bot’s settings'}
            {bot.tp_trailing && '; the target trails once it is reached'}.
          </p>
        </div>
        {!isKept && <FilledOrders deal={deal} bot={bot} priceOf={priceOf} />}
      </div>
    </Section>
  )
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-7 items-center justify-between gap-2 border-b border-hairline py-1">
      <dt className="text-ink-2">{name}</dt>
      <dd className="text-right tabular-nums">{children}</dd>
    </div>
  )
}

type DealBarProps = {
  deal: LiveDeal
  price: Decimal | undefined
  result: Decimal | undefined
  isLong: boolean
}

/** From the stop, or the last safety order, to the target: average, price now, orders that wait. */
function DealBar({ deal, price, result, isLong }: DealBarProps) {
  const { average, target, next, lastOrder, stop } = deal
  const far = stop ?? lastOrder
  if (!target || !far || toNumber(far) === toNumber(target)) return null
  const start = toNumber(far)
  const length = toNumber(target) - start
  const placeOf = (at: Decimal) => (toNumber(at) - start) / length
  const direction =
    result === undefined || isZero(result) ? 'none' : isNegative(result) ? 'down' : 'up'
  const name = stop ? 'Stop' : 'Last safety order'
  return (
    <div className="pt-2">
      <ProgressBar
        entry={placeOf(average)}
        now={price && placeOf(price)}
        direction={direction}
        ticks={next ? [placeOf(next.price)] : []}
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

type FilledOrdersProps = {
  deal: LiveDeal
  bot: DcaBot
  priceOf: (value: Decimal | undefined) => ReactNode
}

/** What has been bought, or sold, of a deal so far. */
function FilledOrders({ deal, bot, priceOf }: FilledOrdersProps) {
  const quote = bot.quote_currency ?? ''
  const { base } = bot.pair === undefined ? { base: 'Units' } : splitSlashPair(bot.pair)
  const held = subtract(deal.units, deal.closed)
  return (
    <Table caption="Filled orders of the deal" isTight rowHeight={32}>
      <thead>
        <tr>
          <Th>Filled</Th>
          <Th className="max-sm:hidden">Time</Th>
          <Th isNumeric>Price</Th>
          <Th isNumeric>{base}</Th>
          <Th isNumeric>{quote || 'Total'}</Th>
        </tr>
      </thead>
      <tbody>
        {deal.fills.map((fill, index) => (
          <Tr key={`${fill.at} ${index}`}>
            <Td className={index === 0 ? 'font-medium' : undefined}>
              {index === 0 ? 'Base order' : `Safety order ${index}`}
            </Td>
            <Td className="text-ink-2 max-sm:hidden">
              <Time at={fill.at} style="short" />
            </Td>
            <Td isNumeric>{priceOf(fill.price)}</Td>
            <Td isNumeric>
              <Amount value={fill.units} />
            </Td>
            <Td isNumeric>
              <Amount value={fill.total} places={moneyPlaces(quote, fill.total)} />
            </Td>
          </Tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <Td className="font-normal text-ink-2">
            {isZero(deal.closed) ? 'Held now' : 'Held, a part is closed'}
          </Td>
          <Td className="max-sm:hidden" />
          <Td />
          <Td isNumeric>
            <Amount value={held} />
          </Td>
          <Td isNumeric>
            <Amount value={deal.spent} places={moneyPlaces(quote, deal.spent)} />
          </Td>
        </tr>
      </tfoot>
    </Table>
  )
}
