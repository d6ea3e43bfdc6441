import { useState } from 'react'

import { stopGridBot } from '#contract/grid-bots.ts'
import { present } from '#contract/read.ts'
import { RunLine, RunRequests, RunSheet, type RunWords } from '#forms/bulk-progress.tsx'
import { AT_ONCE, type BulkAsk } from '#forms/bulk-run.ts'
import { SendingSheet } from '#forms/sending-sheet.tsx'
import { isThrough, type RunView } from '#forms/use-bulk-run.ts'
import { accountWords } from '#market/names.tsx'
import { add, type Decimal } from '#money/decimal.ts'
import { plural } from '#money/words.ts'
import { useWriteBlock } from '#query/use-write-block.ts'
import { Amount } from '#ui/amount.tsx'
import { FactList } from '#ui/facts.tsx'
import { Note } from '#ui/note.tsx'
import { SheetSection } from '#ui/sheet.tsx'

import { currenciesOf } from '../bot-facts.ts'
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

function BulkReview({ bots }: { bots: readonly NamedBot[] }) {
  const freed = freedBy(bots)
  return (
    <>
      <SheetSection title="What happens">
        <p>
          {switchedOff(bots.length, AT_ONCE)} {cancelledWords(ordersOfAll(bots), bots.length)}
        </p>
      </SheetSection>
      <SheetSection title="Bots">
        <ul className="max-h-60 overflow-y-auto" tabIndex={0} aria-label="Bots to be stopped">
          {bots.map(({ botId, name, bot }) => (
            <li
              key={botId}
              className="flex justify-between gap-3 border-b border-hairline py-1 last:border-b-0"
            >
              <span className="min-w-0 truncate">
                {name}
                <span className="text-ink-3"> {bot?.account_name ?? `bot ${botId}`}</span>
              </span>
              <span className="flex-none text-ink-2 tabular-nums">
                {orderCount(bot && pendingOrders(bot))}
              </span>
            </li>
          ))}
        </ul>
      </SheetSection>
      {freed.size > 0 && (
        <SheetSection title="What the cancelled orders free">
          <FactList
            isTight
            unknown="The service does not say what all these orders hold."
            rows={[...freed].map(([currency, amount]) => [
              currency,
              <Amount key={currency} value={amount} minPlaces={2} />,
            ])}
          />
        </SheetSection>
      )}
      <Note tone="caution" className="mt-1.5 mb-2.5">
        {remaindersInWords(bots.map(({ bot }) => bot))}
      </Note>
      <RunRequests asks={bots.map(askOf)} />
    </>
  )
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
