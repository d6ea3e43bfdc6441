import { type Decimal, subtract, ZERO } from '#money/decimal.ts'

import type { GridBotRecord, Line } from '../grid-bots/grid-bot-record.ts'
import type { ReplayRow } from '../market/replay-market.ts'
import type { Upgrade } from './upgrade.ts'

type OldRow = Omit<ReplayRow, 'length'>

const MINUTE = 60_000

/** To format 6: a replayed row has a length, a SmartTrade its funds. */
export const from5 = (): Upgrade => ({
  records: { market: withLengths, smart_trade: (trade: object) => ({ funds: [], ...trade }) },
})

function withLengths(rows: readonly OldRow[]): ReplayRow[] {
  const next = rows.map((row): ReplayRow => ({ ...row, length: MINUTE }))
  const latest = new Map<string, ReplayRow>()
  for (const row of next) {
    const before = latest.get(row.pair)
    if (before) {
      before.length = row.time - before.time
      row.length = before.length
    }
    latest.set(row.pair, row)
  }
  return next
}

type OldGrid = Omit<GridBotRecord, 'lines' | 'realised' | 'startFees'> & {
  lines: Omit<Line, 'isOfStart'>[]
  profitAtStart: Decimal
}

/** To format 7: a grid knows which lines sell coins of its start. Earlier runs count as before. */
export const from6 = (): Upgrade => ({ records: { grid_bot: upgraded } })

function upgraded({ profitAtStart, ...bot }: OldGrid): GridBotRecord {
  return {
    ...bot,
    lines: bot.lines.map((line) => ({ ...line, isOfStart: false })),
    startFees: ZERO,
    realised: subtract(bot.gridProfit, profitAtStart),
  }
}
