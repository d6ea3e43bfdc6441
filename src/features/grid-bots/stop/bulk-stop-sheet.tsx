import { useState } from 'react'

import { type GridBot, stopGridBot } from '#contract/grid-bots.ts'
import { present } from '#contract/read.ts'
import { RunLine, RunRequests, RunSheet, type RunWords } from '#forms/bulk-progress.tsx'
import { AT_ONCE, type BulkAsk } from '#forms/bulk-run.ts'
import { Decisive, EffectNote, EffectTable, factRows } from '#forms/effect.tsx'
import { SendingSheet } from '#forms/sending-sheet.tsx'
import { isThrough, type RunView } from '#forms/use-bulk-run.ts'
import { accountWords } from '#market/names.tsx'
import { add, type Decimal, sum } from '#money/decimal.ts'
import { plural } from '#money/words.ts'
import { useWriteBlock } from '#query/use-write-block.ts'
import { Amount } from '#ui/amount.tsx'

import { currenciesOf, gridResult } from '../bot-facts.ts'
import { pendingOrders } from '../bot/grid-lines.ts'
import type { BotToStop } from './stop-bot.tsx'
import {
  cancelledWords,
  remaindersInWords,
  orderCount,
  stopLabel,
  switchedOff,
} from './stop-words.ts'

type BulkStopSheetProps = {
  bots: readonly NamedBot[]
  /** The run is to be looked at. An unfinished run always opens first. */
  isRun: boolean
  view: RunView
  /** The bots are all that there are, not a selection. */
  isAll: boolean
  onBegun: () => void
  onClose: () => void
}

/** Stopping several bots: which, what it does, then each bot's own outcome. */
export function BulkStopSheet(props: BulkStopSheetProps) {
  const { bots, view, isAll, onBegun, onClose } = props
  const reason = useWriteBlock({ of: stopGridBot })
  const { run, rows, counts } = view
  // One that comes through while it is looked at stays.
  const [isRunning, setRunning] = useState(props.isRun || !isThrough(counts))
  const close = () => {
    onClose()
    // Nothing is left to be looked at once every bot is stopped.
    if (isRunning && counts.done === rows.length) run.dismiss()
  }
  if (isRunning) return <RunSheet view={view} words={WORDS} reason={reason} onClose={close} />
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

/** With its number if it is not listed, or another bot has its name. */
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
  const { open, worth, unit } = heldBy(bots)
  const look = { currency: unit, unit, reason: 'Not known of every bot in one currency.' }
  return (
    <>
      <p className="pt-3 pb-2 text-large text-pretty">
        Stops {plural(bots.length, 'bot')} with an open result of{' '}
        <Decisive value={open} {...look} signed />. The coins of their sell orders are worth{' '}
        <Decisive value={worth} {...look} />; each bot’s own setting decides if they are kept or
        sold.
      </p>
      <EffectTable
        unknown={look.reason}
        rows={[
          ...bots.map(
            (one) =>
              [nameAmong(bots)(one), <BotNow key="now" bot={one.bot} />, 'Disabled'] as const,
          ),
          ...factRows(freedFacts),
        ]}
      />
      <EffectNote
        isCaution
        note={`${switchedOff(bots.length, AT_ONCE)} ${cancelledWords(ordersOfAll(bots), bots.length)} ${remaindersInWords(bots.map(({ bot }) => bot))}`}
      />
      <RunRequests asks={bots.map(askOf)} />
    </>
  )
}

const NO_SIZE = 'The service does not say what all these orders hold.'

/** "12 orders, −22.52 USDT". */
export const BotNow = ({ bot }: { bot: GridBot | undefined }) => {
  const { open, unit = '', reason } = bot ? gridResult(bot) : NOT_LISTED
  return (
    <>
      {orderCount(bot && pendingOrders(bot))},{' '}
      <Amount value={open} signed glyph={false} currency={unit} unit={unit} reason={reason} />
    </>
  )
}

const NOT_LISTED = { open: undefined, unit: '', reason: 'The service does not list this bot.' }

/** Open result and worth of the sell orders, if all bots count in one currency. */
export function heldBy(bots: readonly NamedBot[]) {
  const results = bots.map(({ bot }) => bot && gridResult(bot))
  const [unit = ''] = results.map((result) => result?.unit)
  const isOne = results.every((result) => result?.unit === unit)
  const sumOf = (figures: readonly (Decimal | undefined)[]) =>
    isOne && present(figures).length === figures.length ? sum(present(figures)) : undefined
  return {
    unit,
    open: sumOf(results.map((result) => result?.open)),
    worth: sumOf(bots.map(({ bot }) => bot && pendingOrders(bot)?.sellsWorth)),
  }
}

/** How many orders all these bots have pending; unknown as soon as one bot’s are. */
function ordersOfAll(bots: readonly NamedBot[]): { buys: number; sells: number } | undefined {
  const orders = bots.map(({ bot }) => bot && pendingOrders(bot))
  const known = present(orders)
  if (known.length < bots.length) return undefined
  const sumOf = (side: 'buys' | 'sells') => known.reduce((sum, each) => sum + each[side], 0)
  return { buys: sumOf('buys'), sells: sumOf('sells') }
}

/** What the orders hold by currency; `undefined` where a size is unknown, or a bot that may hold it. */
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

/** A bulk stop that is not through, or was not dismissed. */
export const BulkStopLine = (run: { view: RunView; onShow: () => void }) => (
  <RunLine words={WORDS} {...run} />
)
