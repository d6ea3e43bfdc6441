import { type ReactNode, useState } from 'react'

import { stopGridBot } from '#contract/grid-bots.ts'
import type { Id } from '#contract/primitives.ts'
import { SendingSheet } from '#forms/sending-sheet.tsx'
import { accountWords } from '#market/names.tsx'
import { add, type Decimal } from '#money/decimal.ts'
import { useService } from '#query/service.tsx'
import { useWriteBlock } from '#query/use-write-block.ts'
import { Amount } from '#ui/amount.tsx'
import { Button } from '#ui/button.tsx'
import { CodeBlock } from '#ui/code-block.tsx'
import { Definition, DefinitionList } from '#ui/definition-list.tsx'
import { Note } from '#ui/note.tsx'
import { SheetSection } from '#ui/sheet.tsx'
import { StatusTag } from '#ui/status-tag.tsx'
import { Time } from '#ui/time.tsx'
import { Meter } from '#ui/progress-bar.tsx'

import { currenciesOf } from '../bot-facts.ts'
import { pendingOrders } from '../bot/grid-lines.ts'
import type { BotToStop } from './stop-bot.tsx'
import { AT_ONCE, type RunRow } from './stop-run.ts'
import {
  botsOf,
  cancelledWords,
  remaindersInWords,
  orderCount,
  stopLabel,
  switchedOff,
} from './stop-words.ts'
import {
  countWords,
  isThrough,
  type RunCounts,
  type RunState,
  type RunView,
} from './use-stop-run.ts'

type BulkStopSheetProps = {
  /** What is proposed. */
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
  const { run, rows, counts, isPaused } = view
  // One that comes through while it is looked at stays.
  const [isRunning, setRunning] = useState(props.isRun || !isThrough(counts))
  const close = () => {
    onClose()
    // Nothing is left to be looked at once every bot is stopped.
    if (isRunning && counts.stopped === rows.length) run.dismiss()
  }
  const shown = isRunning ? rows : bots
  return (
    <SendingSheet
      isOpen
      onClose={close}
      account={isRunning ? undefined : accountsOf(bots)}
      title={isRunning ? titleOf(view) : `Stop ${isAll ? 'all ' : ''}${botsOf(shown.length)}`}
      statement={isRunning ? 'Each bot has its own request and its own outcome.' : NOTHING_SENT}
      cancelLabel={isRunning ? 'Close' : 'Keep running'}
      action={
        isRunning ? (
          <RunAction view={view} reason={reason} />
        ) : (
          <span className="flex flex-col items-end gap-1 max-sm:items-stretch">
            <Button
              look="danger-final"
              size="large"
              reason={bots.length === 0 ? 'No bot of these is running.' : reason}
              onClick={() => {
                run.begin(bots)
                setRunning(true)
                onBegun()
              }}
            >
              {stopLabel(`Stop ${botsOf(bots.length)}`, ordersOfAll(bots), bots.length)}
            </Button>
          </span>
        )
      }
    >
      {isRunning ? (
        <BulkProgress
          rows={rows}
          counts={counts}
          isPaused={isPaused}
          reason={reason}
          onSendAgain={(ids) => run.sendAgain(ids)}
        />
      ) : (
        <BulkReview bots={bots} />
      )}
    </SendingSheet>
  )
}

const NOTHING_SENT = 'Nothing has been sent.'

/** Pause while it runs, go on when it stands, send to those that had none or whose end nobody knows. */
function RunAction({ view, reason }: { view: RunView; reason: string | undefined }) {
  const { run, rows, counts, isPaused } = view
  const left = rows
    .filter(({ state }) => state.kind === 'unknown' || state.kind === 'not sent')
    .map(({ botId }) => botId)
  if (counts.waiting > 0 && !isPaused) {
    return (
      <Button size="large" onClick={() => run.pause()}>
        Pause, {counts.waiting} to go
      </Button>
    )
  }
  if (counts.waiting > 0) {
    return (
      <Button look="danger-final" size="large" reason={reason} onClick={() => run.goOn()}>
        Continue, stop {botsOf(counts.waiting)}
      </Button>
    )
  }
  if (counts.sending > 0 || left.length === 0) return null
  return (
    <Button look="danger-open" size="large" reason={reason} onClick={() => run.sendAgain(left)}>
      {counts.unknown > 0
        ? `Send stop again to ${left.length} (safe)`
        : `Send stop to ${left.length}`}
    </Button>
  )
}

function titleOf({ rows, counts }: RunView): string {
  return isThrough(counts)
    ? `Stopped ${counts.stopped} of ${botsOf(rows.length)}`
    : `Stopping ${botsOf(rows.length)}`
}

function accountsOf(bots: readonly NamedBot[]): string {
  const accounts = new Map(bots.map(({ bot }) => [bot?.account_id, bot?.account_name]))
  if (accounts.has(undefined)) return 'Accounts not given by the service'
  const [[id, name] = []] = [...accounts]
  return accounts.size === 1 && id !== undefined
    ? accountWords(name, id)
    : `${accounts.size} accounts`
}

type BulkProgressProps = {
  rows: readonly (RunRow & { state: RunState })[]
  counts: RunCounts
  isPaused: boolean
  /** Why none can be sent now. */
  reason: string | undefined
  onSendAgain: (botIds: readonly Id[]) => void
}

/** How far it has come, and every bot with its own outcome; what needs a look stands on top. */
function BulkProgress(props: BulkProgressProps) {
  const { rows, counts, isPaused, reason, onSendAgain } = props
  const toGo = counts.waiting + counts.sending
  return (
    <>
      <div className="pt-3 pb-2">
        <p role="status" className="text-lead font-semibold">
          {countWords(counts)}
        </p>
        <div className="my-2">
          <Meter value={1 - toGo / rows.length} label="Share of the bots that are through" />
        </div>
        <p className="text-caption text-ink-3">{progressWords(counts, isPaused)}</p>
      </div>
      <SheetSection>
        <ul aria-label="Bots and what became of them">
          {rows
            .toSorted((a, b) => RANK[a.state.kind] - RANK[b.state.kind])
            .map(({ botId, name, state }) => (
              <li
                key={botId}
                className="border-b border-hairline py-1.5 [content-visibility:auto] [contain-intrinsic-size:auto_2rem]"
              >
                <div className="flex items-baseline justify-between gap-3">
                  <span className="min-w-0 truncate">
                    {name} <span className="text-ink-3">{botId}</span>
                  </span>
                  <StateTag state={state} />
                </div>
                {'words' in state && (
                  <div className="flex items-start justify-between gap-3 pt-0.5">
                    <p className="text-caption text-ink-2">{state.words}</p>
                    <Button
                      size="small"
                      className="flex-none"
                      aria-label={`Send stop again to ${name} (safe)`}
                      reason={reason}
                      onClick={() => onSendAgain([botId])}
                    >
                      Send again
                    </Button>
                  </div>
                )}
              </li>
            ))}
        </ul>
      </SheetSection>
    </>
  )
}

const RANK: Record<RunState['kind'], number> = {
  unknown: 0,
  'not sent': 1,
  refused: 2,
  sending: 3,
  waiting: 4,
  stopped: 5,
}

function progressWords({ waiting, sending, unknown }: RunCounts, isPaused: boolean): string {
  if (isPaused && waiting > 0) return 'Paused. Nothing more is sent until you go on.'
  if (waiting + sending > 0) return 'It goes on while you use other pages.'
  return unknown > 0
    ? 'Sending a stop again is safe: stopping a bot that is stopped changes nothing.'
    : 'Every bot has answered.'
}

function StateTag({ state }: { state: RunState }): ReactNode {
  switch (state.kind) {
    case 'waiting':
      return <StatusTag tone="waiting">Waiting</StatusTag>
    case 'sending':
      return <StatusTag tone="waiting">Stopping</StatusTag>
    case 'stopped':
      return (
        <StatusTag tone="stopped">
          <span>
            Stopped <Time at={state.at} style="clock" />
            {state.by === 'reading' && ', as read again'}
          </span>
        </StatusTag>
      )
    case 'refused':
      return <StatusTag tone="failed">Refused</StatusTag>
    case 'unknown':
      return <StatusTag tone="failed">Unknown</StatusTag>
    case 'not sent':
      return <StatusTag tone="failed">Not sent</StatusTag>
  }
}

type NamedBot = BotToStop & { name: string }

/** Which bots, what is cancelled and freed in all, what nobody says, and every request. */
function BulkReview({ bots }: { bots: readonly NamedBot[] }) {
  const { client } = useService()
  const requests = bots.map(({ botId }) => {
    const { method, target } = client.prepare(stopGridBot, { params: { id: botId } })
    return `${method} ${target}`
  })
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
          <DefinitionList isTight>
            {[...freed].map(([currency, amount]) => (
              <Definition key={currency} term={currency}>
                <Amount
                  value={amount}
                  minPlaces={2}
                  reason="The service does not say what all these orders hold."
                />
              </Definition>
            ))}
          </DefinitionList>
        </SheetSection>
      )}
      <Note tone="caution" className="mt-1.5 mb-2.5">
        {remaindersInWords(bots.map(({ bot }) => bot))}
      </Note>
      <SheetSection title="Requests">
        <CodeBlock label="Requests" text={requests.join('\n')} />
        <p className="mt-1.5 text-caption text-ink-3">
          Each is signed and sent once, at most {AT_ONCE} at a time. None is sent again by itself.
        </p>
      </SheetSection>
    </>
  )
}

/** How many orders all these bots have pending; unknown as soon as one bot’s are. */
function ordersOfAll(bots: readonly NamedBot[]): { buys: number; sells: number } | undefined {
  const orders = bots.map(({ bot }) => bot && pendingOrders(bot))
  const known = orders.filter((each) => each !== undefined)
  if (known.length < bots.length) return undefined
  const sumOf = (side: 'buys' | 'sells') => known.reduce((sum, each) => sum + each[side], 0)
  return { buys: sumOf('buys'), sells: sumOf('sells') }
}

/** What the orders hold by currency; `undefined` where a size is unknown, or a bot that may hold it. */
export function freedBy(bots: readonly NamedBot[]): ReadonlyMap<string, Decimal | undefined> {
  const isAllKnown = bots.every(({ bot }) => {
    const orders = bot && pendingOrders(bot)
    return orders && (orders.buys + orders.sells === 0 || currenciesOf(bot) !== undefined)
  })
  const freed = new Map<string, Decimal | undefined>()
  const put = (currency: string, amount: Decimal | undefined) => {
    const before = freed.get(currency)
    const isFirst = !freed.has(currency)
    const sum = isFirst ? amount : before && amount && add(before, amount)
    freed.set(currency, isAllKnown ? sum : undefined)
  }
  for (const { bot } of bots) {
    const pair = bot && currenciesOf(bot)
    if (!bot || !pair) continue
    const orders = pendingOrders(bot)
    if (!orders || orders.buys > 0) put(pair.quote, orders?.inBuys)
    if (!orders || orders.sells > 0) put(pair.base, orders?.inSells)
  }
  return freed
}

/** A bulk stop that is not through, or has ends that nobody knows: what it is, and the way back to it. */
export function BulkStopLine({ view, onShow }: { view: RunView; onShow: () => void }) {
  const { rows, counts, isPaused, run } = view
  if (rows.length === 0) return null
  const isOver = isThrough(counts)
  const verb = isOver ? 'Stopped' : isPaused ? 'Stopping is paused:' : 'Stopping'
  return (
    <div
      role="status"
      className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 border-y border-hairline-2 py-1.5"
    >
      <span>
        {verb} {botsOf(rows.length)}: {countWords(counts)}
      </span>
      <Button size="small" onClick={onShow}>
        Show each bot
      </Button>
      {isOver && (
        <Button size="small" look="quiet" onClick={() => run.dismiss()}>
          Dismiss
        </Button>
      )}
    </div>
  )
}
