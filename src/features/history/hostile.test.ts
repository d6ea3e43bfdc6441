import { taxEntries } from './tax-formats.ts'
import fc from 'fast-check'
import { afterEach, expect, it, vi } from 'vitest'

import { historicalTrade, listHistory } from '#contract/history.ts'
import { isUnreadable, read } from '#contract/read.ts'
import { arbitraryOf } from '#testing/arbitrary-of.ts'
import { mutated } from '#testing/mutated.ts'
import { propertyRuns } from '#testing/proof-size.ts'
import { dayIn } from '#ui/civil-day.ts'
import { shownColumns } from '#ui/data-list.tsx'

import { COLUMNS, contextOf } from './columns.tsx'
import { csvName, tradesAsCsv } from './export-csv.tsx'
import { coverageOf } from './loaded-rows.ts'
import { periodOf } from './period.ts'
import { daysOf, profitByDay, profitByGroup, profitByMonth, totalsOf } from './sums.ts'
import {
  inOrder,
  mergePages,
  newestFirst,
  ofDay,
  ofPeriod,
  searched,
  type Trade,
  tradesIn,
} from './trades.ts'
import { unknownColumn, unknownFields } from './unknown-fields.tsx'

const wire = fc
  .array(arbitraryOf(historicalTrade), { minLength: 1, maxLength: 4 })
  .map((trades) => JSON.parse(JSON.stringify(trades)) as unknown[])
  .map((trades) =>
    trades.map((trade) => ({
      ...(trade as object),
      closed_at: '2026-11-19T12:00:00Z',
      created_at: '0001-01-01T00:00:00Z',
    })),
  )

afterEach(() => vi.unstubAllEnvs())

it('any history gives rows, days, sums and a file, without losing a row', () => {
  vi.stubEnv('TZ', 'Pacific/Apia')
  fc.assert(
    fc.property(wire.chain(mutated), (json) => {
      const { value } = read(listHistory.response, json)
      const rows: Trade[] = Array.isArray(value) ? tradesIn(value) : []
      for (const zone of ['UTC', 'local'] as const) {
        const dayOf = dayIn(zone)
        const trades = mergePages([rows, []])
        const { hasDay } = coverageOf(trades, { first: '', hasMore: true, dayOf })
        const groups = daysOf(trades, { dayOf, instantOf: ({ closed_at: at }) => at, hasDay })
        expect(groups.flatMap((group) => group.trades)).toEqual(trades)
        const days = profitByDay(trades, dayOf)
        profitByMonth(days)
        profitByGroup(trades, 'pair')
        ofPeriod(newestFirst(trades), periodOf({ period: '2026-11' }, '2026-12-19'), dayOf)
        inOrder(trades, { order_by: 'pair', direction: 'asc' })
        ofDay(trades, '2026-11-19', dayOf)
      }
      totalsOf(rows)
      searched(rows, 'a')
      const rest = {
        dayField: undefined,
        nameOf: String,
        isOneAccount: false,
        isGross: false,
        addressOf: String,
      }
      const columns = [...COLUMNS, ...unknownFields(rows).map(unknownColumn)]
      shownColumns(columns, { rows, context: contextOf(rows, rest) })
      rows.forEach(isUnreadable)
      csvName(rows, { account: 'a', pair: undefined })
      const text = tradesAsCsv(rows, { nameOf: String, hasAmounts: true })
      taxEntries(rows, { nameOf: String, marketTypeOf: () => 'spot' })
      expect(text.split('\r\n').length).toBeGreaterThan(rows.length + 1)
    }),
    { numRuns: propertyRuns(1_000) },
  )
})
