import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'

import { createDcaBot, listDcaBots } from '#contract/dca-bots.ts'
import { createGridBot, listGridBots } from '#contract/grid-bots.ts'
import type { Instant } from '#contract/primitives.ts'
import { readableRows } from '#contract/read.ts'
import { listSmartTrades } from '#contract/smart-trades.ts'
import { endpointQuery } from '#query/endpoint-query.ts'
import { useExtension, useService } from '#query/service.tsx'
import { hasNeededToken } from '#session/connection-profile.ts'
import { useConnection } from '#session/use-session.ts'
import { Button } from '#ui/button.tsx'
import { CheckIcon, InfoIcon } from '#ui/icons.tsx'

import type { FirstSteps } from './first-steps.ts'

type NextStepsPanelProps = {
  steps: FirstSteps
  /** The line about the world, the steps at the page's foot, or either of them. */
  shows: 'world' | 'steps' | 'both'
  onChange: (next: Partial<FirstSteps>) => void
}

const DAY = 86_400_000

/** Age of a world by its first trade; empty for a new one. */
export function worldOf(firstTradeAt: Instant | undefined, now: Instant): string | undefined {
  const age = firstTradeAt === undefined ? 0 : now - firstTradeAt
  if (age > 300 * DAY) return 'a simulated exchange with a year of trading'
  return age > 7 * DAY ? 'a simulated exchange that has traded before' : undefined
}

export function NextStepsPanel({ steps, shows, onChange }: NextStepsPanelProps) {
  const { clock } = useService()
  const trades = useQuery(
    endpointQuery(listSmartTrades, {
      query: { status: 'all', order_by: 'created_at', order_direction: 'ASC', per_page: 1 },
    }),
  )
  const [isHidden, setHidden] = useState(false)
  const [first] = readableRows(trades.data)
  const world = worldOf(first?.data.created_at, clock.now())
  const hasBots = useHasBots({ isWanted: trades.isSuccess && world === undefined })
  const isDone = {
    trade: (trades.data?.length ?? 0) > 0,
    bot: hasBots === true,
    history: steps.hasSeenHistory,
  }
  const isOver = world !== undefined || Object.values(isDone).every(Boolean)
  const isShown = trades.isSuccess && hasBots !== undefined && !isOver && !steps.isOver
  useEffect(() => {
    if (isOver && !steps.isOver) onChange({ isOver: true })
    if (isShown && !steps.hasSteps) onChange({ hasSteps: true })
  }, [isOver, isShown, steps.isOver, steps.hasSteps, onChange])

  if (isHidden) return null
  if (world !== undefined && shows !== 'steps') {
    return <WorldLine world={world} onHide={() => setHidden(true)} />
  }
  if (!isShown || shows === 'world') return null
  return (
    <Steps
      isAtFoot={shows === 'steps'}
      isDone={isDone}
      onHistory={() => onChange({ hasSeenHistory: true })}
      onHide={() => onChange({ isOver: true })}
    />
  )
}

/** `undefined` until known. */
function useHasBots({ isWanted }: { isWanted: boolean }): boolean | undefined {
  const isListed = useExtension(listGridBots)
  const connection = useConnection()
  const hasToken = connection !== undefined && hasNeededToken(connection)
  const grid = useQuery({
    ...endpointQuery(listGridBots, {}),
    enabled: isWanted && isListed === true,
  })
  const dca = useQuery({
    ...endpointQuery(listDcaBots, { query: {} }),
    enabled: isWanted && hasToken,
  })
  const has = (list: typeof grid | typeof dca): boolean => (list.data?.length ?? 0) > 0
  if (has(grid) || has(dca)) return true
  const isComing = !isWanted || isListed === undefined || (isListed && grid.isPending)
  return isComing || (hasToken && dca.isPending) ? undefined : false
}

const WorldLine = ({ world, onHide }: { world: string; onHide: () => void }) => (
  <p className="flex gap-x-2 pt-2 text-caption text-ink-2">
    <InfoIcon size={14} className="mt-px flex-none text-ink-3" />
    <span className="min-w-0">
      This is {world}. No real money moves here.{' '}
      <button type="button" className="link" onClick={onHide}>
        Got it
      </button>
    </span>
  </p>
)

type StepsProps = {
  isAtFoot: boolean
  isDone: { trade: boolean; bot: boolean; history: boolean }
  onHistory: () => void
  onHide: () => void
}

function Steps({ isAtFoot, isDone, onHistory, onHide }: StepsProps) {
  const canStartGrid = useExtension(createGridBot) === true
  const canStartDca = useExtension(createDcaBot) === true
  const done = Object.values(isDone).filter(Boolean).length
  return (
    <section
      aria-label="Next steps"
      className={isAtFoot ? 'w-full' : 'mt-3 border-y border-hairline-2 pt-1.5 pb-4 max-sm:pb-3'}
    >
      <div className="flex min-h-9 items-center gap-3">
        <h2 className="font-semibold">{done === 0 ? 'Next steps' : 'What comes next'}</h2>
        <span className="text-caption text-ink-3">{done} of 3 done</span>
        <Button look="quiet" size="small" className="ml-auto" onClick={onHide}>
          Hide
        </Button>
      </div>
      <ol className="grid grid-cols-3 gap-x-8 gap-y-3 pt-1 max-md:grid-cols-1">
        <Step
          number={1}
          isDone={isDone.trade}
          text="Choose a pair, fill in an example, and read the review before you place it."
        >
          <Link to="/smart-trades/new" className="link touch">
            Place a first paper trade
          </Link>
        </Step>
        <Step
          number={2}
          isDone={isDone.bot}
          text="A grid bot buys low and sells high within a range, again and again."
        >
          {canStartGrid || !canStartDca ? (
            <Link to={canStartGrid ? '/grid-bots/new' : '/grid-bots'} className="link touch">
              Start a bot
            </Link>
          ) : (
            <Link to="/dca-bots/new" className="link touch">
              Start a bot
            </Link>
          )}
        </Step>
        <Step
          number={3}
          isDone={isDone.history}
          text="Profit by day, and each order that closed something, with its fees."
        >
          <Link to="/history" onClick={onHistory} className="link touch">
            Look at the history
          </Link>
        </Step>
      </ol>
    </section>
  )
}

type StepProps = { number: number; isDone: boolean; text: string; children: ReactNode }

const Step = ({ number, isDone, text, children }: StepProps) => (
  <li className="flex gap-3">
    <span className="flex size-6 flex-none items-center justify-center rounded-m text-caption font-semibold text-ink-2 tabular-nums inset-ring inset-ring-hairline-2">
      {isDone ? <CheckIcon size={14} /> : number}
    </span>
    <span className="min-w-0">
      <span className="block font-medium">
        {children}
        {isDone && <span className="pl-2 text-caption font-normal text-ink-3">Done</span>}
      </span>
      <span className="block text-ink-2">{text}</span>
    </span>
  </li>
)
