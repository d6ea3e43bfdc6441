import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

import { listExchanges } from '#contract/exchanges.ts'
import { decimal, round, subtract, sum, ZERO } from '#money/decimal.ts'
import { setMode } from '#contract/system.ts'
import { readableRows } from '#contract/read.ts'
import { checkEverything } from '#paper/store/sqlite/check.ts'
import { withDatabase } from '#paper/store/sqlite/sqlite-store.ts'
import { upgradeWorlds } from '#paper/store/sqlite/upgrade-worlds.ts'
import { STORED_FORMAT } from '../world.ts'
import { openTestService } from '#testing/open-test-service.ts'
import { askFor, keptAnswers, storedFixture, storeHash } from '#testing/stored-data.ts'

/**
 * `format-N.db.gz` is a data file as the last program of format N left it; `format-N.answers.json.gz`
 * is what that program answered at that moment. The trader's world has had a random trader in it: trades
 * of all kinds, open, half filled and ended, grids, DCA bots with deals, deposits and both modes. The
 * world of "second" replays a given market. In format 3 trades were added to and reduced, some of them
 * while an exit was being filled, and there is one user. In format 4 grid bots were stopped and started
 * again, on spot and on futures. In format 5 the world replays candles with a gap and single prices, and
 * trades were added to. In format 6 grid bots run, one of them since it was started again.
 */
const FORMATS = [
  { format: 2, users: ['trader', 'second'] },
  { format: 3, users: ['trader'] },
  { format: 4, users: ['trader', 'second'] },
  { format: 5, users: ['trader'] },
  { format: 6, users: ['trader'] },
]
const { now } = keptAnswers(2)

const fileIn = (data: string) => ({ database: join(data, 'quarterdeck.db') })

/** Upgrades all worlds, or fails where `trigger` says. */
const upgrade = (data: string, trigger?: string): void =>
  withDatabase(fileIn(data), (database) => {
    if (trigger !== undefined)
      database.exec(
        `CREATE TEMP TRIGGER failing BEFORE ${trigger} BEGIN SELECT RAISE(ABORT, 'no power'); END`,
      )
    upgradeWorlds(database, now, () => undefined)
  })

describe.each(FORMATS)('a data file of format $format', ({ format, users }) => {
  const { now, answers } = keptAnswers(format)

  it('answers what it answered before', async () => {
    const data = storedFixture(format)
    const paper = await openTestService({ data, startsAt: now })
    for (const [about, expected] of Object.entries(answers)) {
      const [user = '', mode = ''] = about.split(' ')
      const credentials = await paper.addKey({ user })
      const client = paper.clientFor(credentials)
      await client.call(setMode, { query: { mode: mode === 'real' ? 'real' : 'paper' } })
      for (const [target, before] of Object.entries(expected)) {
        const { status, json } = await askFor(paper, credentials, target)
        // A later program may add members.
        expect({ about, target, status, json: comparable(json) }).toMatchObject({
          about,
          target,
          status: 200,
          json: comparable(before),
        })
      }
    }
    expect(paper.failures).toEqual([])
    await paper.close({ keepData: true })
    rmSync(data, { recursive: true })
  })

  it('an upgraded file is whole, with ledgers that add up, and is upgraded once', async () => {
    const data = storedFixture(format)
    const first = await openTestService({ data, startsAt: now })
    const steps = users.flatMap((user) =>
      Array.from(
        { length: STORED_FORMAT - format },
        (_, step) =>
          `Bringing the world of user ${user} from format ${format + step} to ${format + step + 1}.`,
      ),
    )
    expect(first.said).toEqual(steps)
    await first.process.openWorlds()
    first.clock.now += 3_600_000
    await first.process.tick()
    await first.close({ keepData: true })
    const { faults } = withDatabase(fileIn(data), checkEverything)
    expect(faults).toEqual([])

    const again = await openTestService({ data, startsAt: first.clock.now })
    await again.process.openWorlds()
    expect(again.said).toEqual([])
    await again.close({ keepData: true })
    rmSync(data, { recursive: true })
  })
})

it('a data file of format 4 counts the sale at an earlier stop, and freezes kept coins at the price of the stop', async () => {
  const data = storedFixture(4)
  const paper = await openTestService({ data, startsAt: keptAnswers(4).now })
  await paper.process.openWorlds()
  const [bots, rows] = await paper.process.worlds.read(1, async (engine) => {
    engine.setMode('paper')
    return [engine.gridBots(), await engine.history({ limit: 1_000 })] as const
  })
  const figures = bots.map((bot) => {
    const own = rows.filter(({ source }) => String(source.id) === String(bot.id))
    const profits = sum(own.flatMap(({ profit }) => profit?.amount ?? []))
    const { current_profit_loss: total, unrealized_profit_loss: open } = bot
    const isRealised = bot.is_enabled || subtract(total ?? ZERO, open) === profits
    return [bot.name, total, open, isRealised]
  })
  expect(figures.every(([, , , isRealised]) => isRealised)).toBe(true)
  // Sold and Kept ran side by side: a fee and the spread lie between them.
  expect(figures.slice(-5)).toEqual([
    ['Sold 0', '-1.4677976', '0', true],
    ['Kept 0', '-1.0187924', '-3.0234318', true],
    ['Restarted 0', '-4.1320084', '-6.6466324', true],
    ['Restarted and kept 0', '-1.0474988', '-3.3378318', true],
    ['Futures 0', '-1.61666128', '0', true],
  ])
  await paper.close()
})

describe('a data file of format 2', () => {
  const format = 2
  it.each([
    'UPDATE ON things',
    'INSERT ON flows',
    'INSERT ON owned WHEN (SELECT count(*) FROM owned) > 100',
    'INSERT ON history WHEN (SELECT count(*) FROM history) > 100',
    'INSERT ON history WHEN NEW.user_id = 2',
    'INSERT ON events',
    'DELETE ON journal WHEN OLD.user_id = 2',
  ])(
    'a data file of format 2 has each world as it was or brought up when it ends at %s, and goes on',
    (trigger) => {
      const whole = storedFixture(format)
      const data = storedFixture(format)
      withDatabase(fileIn(data), () => undefined)
      const before = [1, 2].map((user) => storeHash(data, user))
      upgrade(whole)
      const expected = [1, 2].map((user) => storeHash(whole, user))
      expect(() => upgrade(data, trigger)).toThrow('no power')
      for (const user of [0, 1]) {
        expect([before[user], expected[user]]).toContain(storeHash(data, user + 1))
      }
      upgrade(data)
      expect([1, 2].map((user) => storeHash(data, user))).toEqual(expected)
      rmSync(data, { recursive: true })
      rmSync(whole, { recursive: true })
    },
  )

  const LEDGER = `DROP TRIGGER ledger_rows_never_change; UPDATE ledger SET json =`
  const entry = (posting: object): string =>
    JSON.stringify({ at: 1, cause: 'x', secret: 1, postings: [posting] })
  const lastOf = (journal: string): string =>
    `WHERE number = (SELECT max(number) FROM journal WHERE user_id = 1 AND journal = '${journal}')`
  it.each([
    ['account', `UPDATE things SET json = '{"secret":1}' WHERE kind = 'account' AND user_id = 1`],
    [
      'world',
      `UPDATE things SET json = '{"format":2,"secret":1}' WHERE kind = 'world' AND user_id = 1`,
    ],
    ['history', `UPDATE journal SET json = '{"secret":1}' ${lastOf('history')}`],
    ['event', `UPDATE journal SET json = '{"bot":"b","event":{"secret":1}}' ${lastOf('events')}`],
    ['event', `UPDATE journal SET json = '{"secret":1}' ${lastOf('events')}`],
    [
      'ledger',
      `${LEDGER} '${entry({ place: 'fees', currency: 'USD', amount: 'secret' })}' WHERE number = 7`,
    ],
    [
      'ledger',
      `${LEDGER} '${entry({ place: 'account:secret:free', currency: 'USD', amount: '1' })}' WHERE number = 7`,
    ],
    ['dca_bot', `UPDATE things SET json = '{"secret":1}' WHERE kind = 'dca_bot' AND user_id = 1`],
    [
      'ledger',
      `DROP TRIGGER ledger_rows_never_change; UPDATE ledger SET json = '{"secret":1}' WHERE number = 7`,
    ],
    [
      '(history|events)',
      `UPDATE journal SET json = '{"secret' WHERE number = (SELECT max(number) FROM journal WHERE user_id = 1)`,
    ],
  ])(
    'a data file of format 2 is left alone where a record of kind %s is damaged, which is named, and other users go on',
    async (kind, sql) => {
      const data = storedFixture(format)
      withDatabase(fileIn(data), (database) => database.exec(sql))
      const paper = await openTestService({ data, startsAt: now })
      expect(paper.said.join()).toMatch(new RegExp(`stored record ${kind} \\S+ is damaged`))
      expect(paper.said.join()).not.toContain('secret')
      await paper.process.openWorlds()
      const trader = paper.clientFor(await paper.addKey())
      await expect(trader.call(listExchanges, {})).rejects.toThrow(/put a backup back/)
      await paper.process.tick()
      const second = paper.clientFor(await paper.addKey({ user: 'second' }))
      expect(
        readableRows(await second.call(listExchanges, {})).every(({ can_trade }) => can_trade),
      ).toBe(true)
      expect(paper.failures).toEqual([])
      await paper.close({ keepData: true })
      rmSync(data, { recursive: true })
    },
  )
})

const RUN_FIGURES = [
  // Format 4 counted interest and funding.
  'current_profit',
  'current_profit_usd',
  'current_profit_loss',
  'current_profit_loss_percent',
  'unrealized_profit_loss',
  'investment_base_currency',
  'investment_quote_currency',
  'profit_percentage',
  'bought_volume',
  'sold_volume',
]

/**
 * Leaves out what later programs answer otherwise: the price of a trailing stop (format 2 showed where it
 * had begun), percents of exits that were set as prices, and where the exits of a trade stand that was
 * added to (format 3 averaged over units that were gone). Averages have more digits since. Up to format 4
 * grid bots left out the end of each run.
 */
function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable)
  if (typeof value === 'string' && /^-?\d+\.\d{10,}$/.test(value)) {
    return round(decimal(value), 9, 'half-even')
  }
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value)
    // Funds are added to a held position without leverage alone, and their orders can be cancelled.
    .filter(
      ([name]) =>
        name !== 'add_funds_available' &&
        name !== 'cancelable' &&
        !('grid_lines' in value && RUN_FIGURES.includes(name)) &&
        !(name === 'percent' && ('type' in value || Reflect.get(value, 'volume') === null)) &&
        !('add_funds' in value && /^(take_profit|stop_loss|position|data)$/.test(name)),
    )
    .map(([name, member]) => [name, comparable(member)] as const)
  const whole = Object.fromEntries(members)
  const trails = (whole['conditional'] as { trailing?: { enabled?: boolean } } | undefined)
    ?.trailing
  if (!trails?.enabled || !('timeout' in whole)) return whole
  return { ...whole, conditional: { trailing: trails }, total: null }
}
