import { useQuery } from '@tanstack/react-query'

import type { GridBot } from '#contract/grid-bots.ts'
import type { Id, Instant } from '#contract/primitives.ts'
import { rawOf } from '#contract/read.ts'
import { CompareLink } from '#market/compare-link.tsx'
import { accountOf } from '#market/names.tsx'
import { ProfitChart } from '#market/profit-panel.tsx'
import { profitOverTime, profitsIn, useHistoryOf, useMostOrders } from '#market/profits.ts'
import type { Decimal } from '#money/decimal.ts'
import { formatCount, plural } from '#money/format.ts'
import { failureWords } from '#query/failure-words.ts'
import { useService } from '#query/service.tsx'
import { isOutOfRange, type RangePosition, rangePosition, rangeWords } from '#trading/grid-range.ts'
import { buyAndHold, profitPerDay } from '#trading/grid-results.ts'
import { splitPair } from '#trading/pair.ts'
import { Amount, Percent, UnknownValue } from '#ui/amount.tsx'
import { RawJson } from '#ui/code-block.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { change, FactList, type Facts, type Figure, money } from '#ui/facts.tsx'
import { type KeyFacts, KeyFigures } from '#ui/key-figures.tsx'
import { Note } from '#ui/note.tsx'
import { Section } from '#ui/page.tsx'
import { DetailSkeleton, Skeleton } from '#ui/skeleton.tsx'
import { Time } from '#ui/time.tsx'

import { currenciesOf, gridResult, openWords } from '../bot-facts.ts'
import { FundsInOrders, FundsNeeded, NO_ORDERS } from './funds-needed.tsx'
import { GridBotLadder } from './grid-bot-ladder.tsx'
import { pendingOrders } from './grid-lines.ts'
import { PriceInRange } from './price-in-range.tsx'
import { EverySetting, MainSettings } from './settings.tsx'
import { NO_POSITION, RangePrices } from '../price-range.tsx'
import { tradesOn } from '../queries.ts'
import { RunningTime } from '../running-time.tsx'
import { bothSides } from '../stop/stop-words.ts'

export function GridBotDetail({ bot, botId }: { bot: GridBot; botId: Id }) {
  // A stopped bot's ladder is one sentence, so its charts fit below.
  const pictures = (
    <>
      <PriceInRange bot={bot} />
      <ProfitPicture bot={bot} botId={botId} />
    </>
  )
  return (
    <>
      <KeyFigures label="Key figures" of={gridFigures(bot)} isFirstLarge className="max-sm:mt-2" />
      <OutsideNote bot={bot} />
      <div className="grid gap-x-12 gap-y-4 pt-2.5 lg:grid-cols-[minmax(0,37.5rem)_minmax(0,1fr)]">
        <div className="grid min-w-0 content-start gap-y-3">
          <GridBotLadder bot={bot} />
          {!bot.is_enabled && pictures}
        </div>
        <div className="grid min-w-0 content-start gap-y-3 max-lg:contents">
          {bot.is_enabled && (
            <div className="grid min-w-0 gap-y-3 max-lg:order-first">{pictures}</div>
          )}
          <div className="grid gap-x-8 gap-y-3 xl:grid-cols-2">
            <div>
              <ComparedResult bot={bot} />
              <FundsInOrders bot={bot} />
              <FundsNeeded botId={botId} bot={bot} />
            </div>
            <MainSettings bot={bot} />
          </div>
          {bot.note != null && bot.note !== '' && <Note>Note: {bot.note}</Note>}
        </div>
      </div>
      <Disclosure
        title="All settings"
        caption="with the service’s own name of each"
        className="mt-6 border-t border-hairline-2 pt-1"
      >
        <EverySetting bot={bot} />
      </Disclosure>
      <Disclosure
        title="As the service sent it"
        caption="JSON"
        className="border-t border-hairline pt-1"
      >
        <RawJson label="Bot as sent" value={rawOf(bot)} />
      </Disclosure>
    </>
  )
}

export const GridBotSkeleton = () => (
  <DetailSkeleton
    label="Loading the bot"
    figures={[96, 96, 80, 88, 112, 64]}
    rows={10}
    width={560}
  />
)

/** Total profit and its parts, return, position in the range, pending orders. */
export function gridFigures(bot: GridBot): KeyFacts {
  const { realised, open, total, places, roi, reason, ...result } = gridResult(bot)
  const { grid, gridUnit, gridPlaces } = result
  const { quote } = currenciesOf(bot)
  const position = rangePosition(bot)
  const orders = pendingOrders(bot)
  const trips = bot.total_profits_count
  const gain = (value: Decimal | undefined) => (
    <Amount value={value} signed places={places} glyphSize={10} reason={reason} />
  )
  const ofIt = { signed: true, glyph: false, hasColour: false, places: gridPlaces } as const
  return {
    [`Total profit, ${quote}`]: { value: gain(total), detail: 'realised plus open' },
    Realised: {
      value: gain(realised),
      detail: (
        <>
          of it grid profit{' '}
          {money(grid, gridUnit === quote ? '' : (gridUnit ?? 'in an unknown currency'), ofIt)}
          {`, ${plural(trips, 'round trip')}`}
        </>
      ),
    },
    Open: { value: gain(open), detail: openWords(bot) },
    'Return on capital': {
      value: change(roi, reason),
      detail: 'total profit, of the last capital',
    },
    [placeLabel(position)]: {
      value: (
        <span className={isOutOfRange(bot) ? 'text-caution' : undefined}>
          <Percent value={position?.distance} reason={NO_POSITION} />
        </span>
      ),
      detail: <RangePrices bot={bot} />,
    },
    'Pending orders': {
      value: orders ? orders.buys + orders.sells : <UnknownValue reason={NO_ORDERS} />,
      detail: bothSides(orders),
    },
  }
}

function placeLabel(position: RangePosition | undefined): string {
  if (!position) return 'Price in the range'
  if (position.place === 'inside') {
    return position.edge === 'top' ? 'To upper bound' : 'To lower bound'
  }
  return position.place === 'above' ? 'Above the range' : 'Below the range'
}

/** Effect on a running bot of a price outside its range. */
function OutsideNote({ bot }: { bot: GridBot }) {
  const position = rangePosition(bot)
  if (!position || !isOutOfRange(bot)) return null
  return (
    <Note tone="caution" className="mt-2.5">
      Out of range: the price is {rangeWords(position)}. No order of the bot is near it until the
      price comes back.
    </Note>
  )
}

/** Bot of a service without bot settings: its funds, and unknown facts. */
export function UnlistedBot({ botId }: { botId: Id }) {
  return (
    <div className="grid max-w-150 gap-4 pt-4">
      <Note>
        Only the funds of a grid bot can be read here. Its state, range, orders and profit appear
        once the service has returned the bot from a stop.
      </Note>
      <FundsNeeded botId={botId} />
    </div>
  )
}

/** Result over time, compared with holding the coins. */
function ComparedResult({ bot }: { bot: GridBot }) {
  const { clock } = useService()
  return (
    <Section
      title="Result compared"
      actions={<CompareLink bot={{ kind: 'grid', id: bot.id }} />}
      className="pb-2.5"
    >
      <FactList
        of={comparedFacts(bot, clock.now())}
        isLined
        isTight
        className="border-t border-hairline-2"
      />
      <p className="pt-1.5 text-caption text-ink-3">
        Per day counts the time in which the bot ran. Buy and hold puts everything into the coin at
        the price of the last start, without fees and without leverage; the total return counts
        earlier runs as well.
      </p>
    </Section>
  )
}

export function comparedFacts(bot: GridBot, now: Instant): Facts {
  const { gridUnit, gridPlaces, roi, reason } = gridResult(bot)
  const { perDay, held } = comparedResult(bot, now)
  return {
    'Running time': <RunningTime bot={bot} />,
    'Grid profit per day': <Amount {...perDay} signed places={gridPlaces} unit={gridUnit} />,
    'Total return': change(roi, reason),
    'Buy and hold instead': change(held.value, held.reason),
  }
}

const NO_TIME = 'It is disabled. The service does not say how long it ran.'
const NO_END = 'It is disabled. The service does not say at which price it ended.'
const NO_PROFIT = 'The service did not send its profit.'
const NO_DAY = 'It has run for less than a day.'
const NO_PRICE = 'The service did not send its start price or the last price.'

/** Grid profit per day of running, and the return of holding instead. */
export function comparedResult(bot: GridBot, now: Instant): Record<'perDay' | 'held', Figure> {
  const { created_at: createdAt, start_price: start, current_price: last } = bot
  const { current_profit: profit, is_enabled: isRunning, running_seconds: seconds } = bot
  const ran = seconds === undefined ? isRunning && now - createdAt : seconds * 1000
  return {
    perDay: {
      value: profit && ran !== false ? profitPerDay(profit, ran) : undefined,
      reason: ran === false ? NO_TIME : profit ? NO_DAY : NO_PROFIT,
    },
    held: {
      value: isRunning && start && last ? buyAndHold(start, last) : undefined,
      reason: isRunning ? NO_PRICE : NO_END,
    },
  }
}

function ProfitPicture({ bot, botId }: { bot: GridBot; botId: Id }) {
  const { account_id: accountId, pair } = bot
  const { clock } = useService()
  const most = useMostOrders()
  const { data, error, dataUpdatedAt } = useQuery(
    tradesOn(useHistoryOf('grid_bot', String(botId)), accountId, pair, most),
  )
  const amongLatest = `the latest ${formatCount(most)} orders`
  const { quote } = splitPair(pair)
  const isWhole = data && data.length < most
  const of = { source: 'grid_bot', id: String(botId), currency: quote } as const
  const { profits, unread } = profitsIn(data ?? [], of)
  const points = profitOverTime(profits, {
    from: isWhole ? bot.created_at : undefined,
    total: isWhole ? undefined : gridResult(bot).realised,
    until: clock.serviceTime(dataUpdatedAt),
  })
  const [first] = points
  return (
    <Section
      title="Profit over time"
      caption={
        first && (
          <>
            realised since <Time at={first.at} style="date" />
            {isWhole ? '' : `, from ${amongLatest}`}
            {unread > 0 && `, without ${unread} that could not be read`}
          </>
        )
      }
    >
      {first && (
        <ProfitChart points={points} currency={quote} of={bot.name} account={accountOf(bot)} />
      )}
      {!data && (
        <p className="min-h-39 py-2 text-ink-2">
          {error ? (
            `The history could not be loaded: ${failureWords(error)}`
          ) : (
            <Skeleton width={280} />
          )}
        </p>
      )}
      {data && !first && (
        <p className="py-2 text-ink-2">
          The history has no closing order of this bot{isWhole ? '' : ` among ${amongLatest}`} yet.
        </p>
      )}
    </Section>
  )
}
