import { CHART_HEIGHT, planOf } from '#charts/time-chart-plan.ts'
import { ChartFrame, FirstLine, Ground } from '#charts/time-chart-sketch.tsx'
import type { BalancePoint, BalanceRow } from '#contract/exchanges.ts'
import { getRealisedProfit } from '#contract/history.ts'
import type { Rows } from '#contract/read.ts'
import { worthOf } from '#market/assets.ts'
import { NONE, stepsByConnection, stepsRoom } from '#market/first-steps.ts'
import type { SessionStore } from '#session/session-store.ts'
import { balanceColumns } from '#trading/balance-flow.ts'
import type { Display } from '#ui/drawn.ts'
import { KeyFigures } from '#ui/key-figures.tsx'
import { PAGE_BODY, PageHead } from '#ui/page-head.tsx'

import { portfolioSearch, rangeIn } from './address.ts'
import { figuresOf, LINES_AT_FIRST } from './chart/balance-figures.ts'
import { linesOf } from './chart/balance-lines.ts'
import { historyFigures, todayFigures } from './chart/history-figures.ts'
import { FIGURES, portfolioFacts } from './figures/portfolio-facts.tsx'
import { roomFor, rowsKept } from './needs/need-rows.ts'
import { midnightBefore, rangeStart, recentStart } from './range.ts'

/** Answers to the first reads of the page; `undefined` if a read failed. */
type Answers = [Rows<BalanceRow> | undefined, ...(Rows<BalancePoint> | undefined)[]]

type Known = {
  answers: Answers
  /** Search parameters of the address. */
  search: string
  connectionId: string
  sessionStore: SessionStore
  now: number
  display: Display
}

/**
 * Head, key figures and first line of the page, without hooks, at the places that they have later.
 * `undefined` if only the whole page can be right, as for a history without deposits.
 */
export function firstPicture({ answers, search, now, display, ...known }: Known) {
  const { connectionId, sessionStore } = known
  const { settings, choices, traffic } = sessionStore
  const [rows, points, lastDay = points] = answers
  const { areAmountsHidden, timeZone } = display
  // On a day of 25 hours, today's figures need a read of their own.
  const hasToday = recentStart(now, timeZone) === rangeStart('24h', now, timeZone)
  if (!rows || !points || !lastDay || !hasToday) return undefined
  const { unit, ...chosen } = portfolioSearch.parse(Object.fromEntries(new URLSearchParams(search)))
  const range = rangeIn(chosen, choices)
  const worth = worthOf(rows)
  const read = {
    recent: balanceColumns(lastDay),
    reading: settings.get().depositReadings[connectionId],
    current: { at: now, worth },
    unit,
    timeZone,
  }
  const history = historyFigures(balanceColumns(points), range, read)
  const { series, performance, live } = history
  if (!series?.reading || !series.hasFlows[unit] || !performance || live?.jump) return undefined
  const today = todayFigures(midnightBefore(now, timeZone), { ...read, reading: series.reading })
  const needs = rowsKept(choices, connectionId)
  const { [connectionId]: steps = NONE } = stepsByConnection.parse(choices.get('first-steps'))
  const extensions = traffic.of(connectionId).extensions.get()
  const isSplit = unit === 'usd' && extensions?.includes(getRealisedProfit.name) !== false
  const facts = portfolioFacts({
    ...history,
    today,
    unit,
    range,
    worth,
    zone: timeZone,
    reported: undefined,
    isLoading: false,
    isValueLoading: false,
    isValueStale: false,
    isSplit,
  })
  return {
    page: (
      <div className={PAGE_BODY}>
        <div className="content-width">
          <PageHead title="Portfolio" />
          {!steps.isOver && <div className={stepsRoom(steps.hasSteps)} />}
          {needs > 0 && <div {...roomFor(needs)} />}
          <KeyFigures label="Key figures" isFirstLarge className={FIGURES} of={facts} />
          <div data-chart="" />
          <div className="h-dvh" />
        </div>
      </div>
    ),
    /** Belongs into the part with `data-chart`, whose width it is given. */
    chart(width: number) {
      const lines = linesOf(series, performance, unit)
      const figures = figuresOf({ lines, live, unit, shown: LINES_AT_FIRST, areAmountsHidden })
      const plan = planOf(figures, { width, height: CHART_HEIGHT }, display)
      const picture = (
        <>
          <Ground figures={figures} plan={plan} />
          <FirstLine figures={figures} plan={plan} />
        </>
      )
      return <ChartFrame plan={plan} label="Balance history" picture={picture} />
    },
  }
}
