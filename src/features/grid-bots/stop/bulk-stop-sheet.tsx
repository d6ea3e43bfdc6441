import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'

import { RangeSparkline } from '#charts/sparkline.tsx'
import { type GridBot, stopGridBot } from '#contract/grid-bots.ts'
import { present, readableRows } from '#contract/read.ts'
import { RunLine, RunRequests, RunSheet, type RunWords } from '#forms/bulk-progress.tsx'
import { AT_ONCE, type BulkAsk } from '#forms/bulk-run.ts'
import { Decisive, EffectNote, EffectTable, factRows } from '#forms/effect.tsx'
import { SendingSheet } from '#forms/sending-sheet.tsx'
import { isThrough, type RunView } from '#forms/use-bulk-run.ts'
import { isRounded } from '#lists/sums.ts'
import { accountWords } from '#market/names.tsx'
import { add, type Decimal, sum, toNumber } from '#money/decimal.ts'
import { formatPrice, plural } from '#money/format.ts'
import { useWriteBlock } from '#query/use-write-block.ts'
import { isOutOfRange } from '#trading/grid-range.ts'
import { Amount } from '#ui/amount.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { SheetSection } from '#ui/sheet.tsx'

import { currenciesOf, gridResult } from '../bot-facts.ts'
import { pendingOrders } from '../bot/grid-lines.ts'
import { gridBotList } from '../queries.ts'
import type { BotToStop } from './stop-bot.tsx'
import { orderCount, remaindersInWords, stopLabel } from './stop-words.ts'

type BulkStopSheetProps = {
  bots: readonly NamedBot[]
  /** Shows the run. An unfinished run always opens first. */
  isRun: boolean
  view: RunView
  isAll: boolean
  onBegun: () => void
  onClose: () => void
}

export function BulkStopSheet(props: BulkStopSheetProps) {
  const { bots, view, isAll, onBegun, onClose } = props
  const reason = useWriteBlock({ of: stopGridBot })
  const { run, rows, counts } = view
  // A run that finishes while shown stays open.
  const [isRunning, setRunning] = useState(props.isRun || !isThrough(counts))
  const close = () => {
    onClose()
    // Nothing is left to show if every bot is stopped.
    if (isRunning && counts.done === rows.length) run.dismiss()
  }
  if (isRunning) {
    return (
      <RunSheet
        view={view}
        words={WORDS}
        reason={reason}
        link={
          <Link to="/portfolio" className={buttonClass({ size: 'large' })}>
            See the balances
          </Link>
        }
        onClose={close}
      >
        {isThrough(counts) && <StoppedResult view={view} />}
      </RunSheet>
    )
  }
  return (
    <SendingSheet
      isOpen
      onClose={close}
      account={accountsOf(bots)}
      title={`Stop ${isAll ? 'all ' : ''}${plural(bots.length, 'grid bot')}`}
      statement="Nothing has been sent."
      cancelLabel="Keep running"
      action={{
        step: 'begin',
        label: stopLabel(`Stop ${plural(bots.length, 'grid bot')}`, ordersOfAll(bots), bots.length),
        look: 'danger-final',
        reason: bots.length === 0 ? 'No bot of these is running.' : reason,
        onClick() {
          run.begin(bots.map(askOf))
          setRunning(true)
          onBegun()
        },
      }}
    >
      <BulkReview bots={bots} />
    </SendingSheet>
  )
}

function titleOf({ rows, counts, isPaused }: RunView): string {
  const bots = plural(rows.length, 'grid bot')
  if (isThrough(counts)) return `Stopped ${counts.done} of ${bots}`
  return isPaused ? `Stopping ${bots} is paused` : `Stopping ${bots}`
}

const WORDS: RunWords = { title: titleOf, done: 'stopped' }

function accountsOf(bots: readonly NamedBot[]): string {
  const accounts = new Map(bots.map(({ bot }) => [bot?.account_id, bot?.account_name]))
  if (accounts.has(undefined)) return 'Accounts not given by the service'
  const [[id, name] = []] = [...accounts]
  return accounts.size === 1 && id !== undefined
    ? accountWords(name, id)
    : `${accounts.size} accounts`
}

type NamedBot = BotToStop & { name: string }

const askOf = ({ botId, name }: NamedBot): BulkAsk => ({ action: 'stopGridBot', id: botId, name })

/** Name with the number if the bot is not listed, or if another has its name. */
export const nameAmong =
  (bots: readonly NamedBot[]) =>
  ({ botId, name, bot }: NamedBot): string =>
    bot && bots.filter((other) => other.name === name).length === 1 ? name : `${name}, bot ${botId}`

function BulkReview({ bots }: { bots: readonly NamedBot[] }) {
  const freedFacts = Object.fromEntries(
    [...freedBy(bots)].map(([currency, value]) => [
      `Released from orders, ${currency}`,
      <Amount key={currency} value={value} minPlaces={2} reason={NO_SIZE} />,
    ]),
  )
  const all = bots.map(({ bot }) => bot)
  const orders = ordersOfAll(bots)
  const unit = unitOf(all)
  const worth = sumOf(all, (bot) => pendingOrders(bot)?.sellsWorth)
  const look = { currency: unit, unit, reason: NOT_ONE }
  const nameOf = nameAmong(bots)
  return (
    <>
      <p className="pt-3 pb-2 text-large text-pretty">
        Stops {plural(bots.length, 'bot')} with an open result of{' '}
        <Decisive value={sumOf(all, (bot) => gridResult(bot).open)} {...look} signed />
        {roundedWord(all, (bot) => gridResult(bot).open)}. Each bot’s own setting decides if the
        coins of its sell orders are kept or sold
        {worth && (
          <>
            : <Decisive value={worth} {...look} /> in all
          </>
        )}
        .
      </p>
      <ul aria-label="Bots to stop" className="pb-1.5">
        {bots.map((one) => (
          <BotRow key={one.botId} name={nameOf(one)} bot={one.bot} figureOf={({ open }) => open} />
        ))}
      </ul>
      <EffectTable
        unknown={NO_SIZE}
        rows={[
          ['Running bots', bots.length, '0'],
          ['Pending orders', orders ? orders.buys + orders.sells : null, '0'],
          ...factRows(freedFacts),
        ]}
      />
      <EffectNote isCaution note={`${paceOf(bots.length)}${remaindersInWords(all)}`} />
      <RunRequests asks={bots.map(askOf)} />
    </>
  )
}

const NO_SIZE = 'The service does not say what all these orders hold.'
const NOT_ONE = 'Unknown for some bots, or in several currencies.'

const paceOf = (bots: number): string =>
  bots > AT_ONCE ? `At most ${AT_ONCE} bots are stopped at a time. ` : ''

type BotRowProps = {
  name: string
  bot: GridBot | undefined
  figureOf: (result: ReturnType<typeof gridResult>) => Decimal | undefined
}

export function BotRow({ name, bot, figureOf }: BotRowProps) {
  const { unit = '', reason } = bot ? gridResult(bot) : NOT_LISTED
  return (
    <li className="grid min-h-11 grid-cols-[minmax(0,1fr)_auto_minmax(7rem,auto)] items-center gap-x-3 border-b border-hairline">
      <span className="min-w-0">
        <span className="block truncate font-medium" title={name}>
          {name}
        </span>
        <span className="block text-caption text-ink-3">
          {orderCount(bot && pendingOrders(bot))}
        </span>
      </span>
      {bot && <PriceNow bot={bot} />}
      <span className="col-start-3 text-right">
        <Amount
          value={bot && figureOf(gridResult(bot))}
          signed
          currency={unit}
          unit={unit}
          reason={reason}
        />
      </span>
    </li>
  )
}

function PriceNow({ bot }: { bot: GridBot }) {
  const { lower_price: lower, upper_price: upper, current_price: last } = bot
  if (!lower || !upper || !last) return null
  return (
    <RangeSparkline
      label={`${formatPrice(last)} in the range from ${formatPrice(lower)} to ${formatPrice(upper)}`}
      values={[]}
      lower={toNumber(lower)}
      upper={toNumber(upper)}
      last={toNumber(last)}
      isCaution={isOutOfRange(bot)}
      className="max-sm:hidden"
    />
  )
}

const NOT_LISTED = { unit: '', reason: 'The service does not list this bot.' }

/** Currency of all bots; "" if they differ. */
function unitOf(bots: readonly (GridBot | undefined)[]): string {
  const units = new Set(bots.map((bot) => bot && currenciesOf(bot).quote))
  const [unit = ''] = units
  return units.size === 1 ? unit : ''
}

/** Sum of a figure over all bots; `undefined` unless each is known and in one currency. */
export function sumOf(
  bots: readonly (GridBot | undefined)[],
  figureOf: (bot: GridBot) => Decimal | undefined,
): Decimal | undefined {
  const figures = present(bots.map((bot) => bot && figureOf(bot)))
  return unitOf(bots) === '' || figures.length < bots.length ? undefined : sum(figures)
}

/** ", rounded" if the figures shown do not add up to the sum shown. */
export function roundedWord(...of: Parameters<typeof sumOf>): string {
  const [bots, figureOf] = of
  const amount = sumOf(...of)
  const parts = present(bots.map((bot) => bot && figureOf(bot)))
  return amount && isRounded({ currency: unitOf(bots), amount, parts }) ? ', rounded' : ''
}

/** Result of the stopped bots by the list after the stop. */
function StoppedResult({ view: { rows } }: { view: RunView }) {
  const { data } = useQuery({ ...gridBotList(), enabled: false })
  const listed = readableRows(data)
  const stopped = rows
    .filter(({ state }) => state.kind === 'done')
    .map(({ id, name }) => ({
      id,
      name,
      bot: listed.find((one) => String(one.id) === String(id) && !one.is_enabled),
    }))
  if (stopped.length === 0) return null
  const bots = stopped.map(({ bot }) => bot)
  const unit = unitOf(bots)
  const look = { signed: true, currency: unit, unit, reason: NOT_ONE } as const
  return (
    <SheetSection title="Total profit at the stop">
      <ul aria-label="Stopped bots">
        {stopped.map(({ id, name, bot }) => (
          <BotRow key={id} name={name} bot={bot} figureOf={({ total }) => total} />
        ))}
      </ul>
      <p className="flex justify-between pt-2 font-medium">
        Together{roundedWord(bots, (bot) => gridResult(bot).total)}{' '}
        <Amount value={sumOf(bots, (bot) => gridResult(bot).total)} {...look} />
      </p>
    </SheetSection>
  )
}

/** Pending orders of all bots; `undefined` if those of one are unknown. */
function ordersOfAll(bots: readonly NamedBot[]): { buys: number; sells: number } | undefined {
  const orders = bots.map(({ bot }) => bot && pendingOrders(bot))
  const known = present(orders)
  if (known.length < bots.length) return undefined
  const sumOf = (side: 'buys' | 'sells') => known.reduce((sum, each) => sum + each[side], 0)
  return { buys: sumOf('buys'), sells: sumOf('sells') }
}

/**
 * Amounts held by orders, by currency; `undefined` if a size or a bot that may hold it is unknown.
 */
export function freedBy(bots: readonly NamedBot[]): ReadonlyMap<string, Decimal | undefined> {
  const isAllKnown = bots.every(({ bot }) => bot && pendingOrders(bot))
  const freed = new Map<string, Decimal | undefined>()
  const put = (currency: string, amount: Decimal | undefined) => {
    const before = freed.get(currency)
    const isFirst = !freed.has(currency)
    const sum = isFirst ? amount : before && amount && add(before, amount)
    freed.set(currency, isAllKnown ? sum : undefined)
  }
  for (const { bot } of bots) {
    if (!bot) continue
    const pair = currenciesOf(bot)
    const orders = pendingOrders(bot)
    if (!orders || orders.buys > 0) put(pair.quote, orders?.inBuys)
    if (!orders || orders.sells > 0) put(pair.base, orders?.inSells)
  }
  return freed
}

/** Link to a bulk stop that is unfinished or not dismissed. */
export const BulkStopLine = (run: { view: RunView; onShow: () => void }) => (
  <RunLine words={WORDS} {...run} />
)
