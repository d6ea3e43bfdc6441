import { afterEach, beforeEach, expect, it } from 'vitest'

import { createClient } from '#client/client.ts'
import { listDcaBots } from '#contract/dca-bots.ts'
import { listExchanges } from '#contract/exchanges.ts'
import { listGridBots } from '#contract/grid-bots.ts'
import { createSmartTrade, listSmartTrades } from '#contract/smart-trades.ts'
import { createBulkRun } from '#forms/bulk-run.ts'
import { runState } from '#forms/use-bulk-run.ts'
import { createEngine } from '#paper/engine/engine.ts'
import { aCommandSender, settled } from '#testing/a-command-sender.ts'
import { openTestService, type TestService } from '#testing/open-test-service.ts'
import { aDraft, aStop, scriptedWorld, START } from '#testing/scripted-world.ts'

import { asksOf, NO_CHOICE, panicListOf, type PanicLists } from './panic-list.ts'
import { type Confirmation, createPanicFollower } from './panic-follower.ts'
import { createPanicReader, PAGE } from './panic-reader.ts'

const NO_LISTS = { gridBots: { rows: [] }, dcaBots: { rows: [] }, smartTrades: { rows: [] } }

/** At 100 until the 40th second, then at 90. */
let scene: ReturnType<typeof scriptedWorld>
let paper: TestService
let timers: { at: number; run: () => void }[]
let writes: string[]
/** Milliseconds between two writes. */
let pace: number
let areBotsDown: boolean

beforeEach(async () => {
  scene = scriptedWorld({
    prices: { USDT_BTC: '0s 100, 40s 90' },
    balances: { USDT: '100000', BTC: '5' },
  })
  paper = await openTestService({
    startsAt: START,
    openWorld: (_origin, _stored, past) => ({ engine: createEngine(scene.world, past) }),
  })
  timers = []
  writes = []
  pace = 0
  areBotsDown = false
})
afterEach(() => paper.close())

const wait = (milliseconds: number) =>
  new Promise<void>((resolve) => timers.push({ at: paper.clock.now + milliseconds, run: resolve }))

/** Lets time pass until the condition holds. */
async function until(isReached: () => boolean): Promise<void> {
  for (let turn = 0; !isReached(); turn += 1) {
    if (turn === 4_000) throw new Error('It never came to that.')
    for (let settling = 0; settling < 30; settling += 1) await settled()
    paper.clock.now += 250
    await paper.process.tick()
    const due = timers.filter(({ at }) => at <= paper.clock.now)
    timers = timers.filter((timer) => !due.includes(timer))
    for (const { run } of due) run()
  }
}

function aPage() {
  const client = createClient({
    baseUrl: 'http://127.0.0.1:4780',
    credentials: paper.credentials,
    async fetch(url, init = {}) {
      const { pathname } = new URL(url)
      if (init.method !== 'GET')
        writes.push(`${init.method} ${pathname.split('/').slice(3).join('/')}`)
      if (areBotsDown && pathname.endsWith('/bots/grid')) throw new TypeError('Failed to fetch')
      return paper.fetch(url, init)
    },
  })
  const sender = aCommandSender(client, { now: () => paper.clock.now })
  let lastAt = 0
  const run = createBulkRun({
    sender,
    now: () => paper.clock.now,
    mayGoOn: () => true,
    pause() {
      const left = lastAt + pace - paper.clock.now
      if (left <= 0) lastAt = paper.clock.now
      return Math.max(0, left)
    },
    later: (step, milliseconds) =>
      void timers.push({ at: paper.clock.now + milliseconds, run: step }),
    keep: () => undefined,
  })
  const rowsOf = (
    lists: Partial<PanicLists>,
    readAt: { get: (id: unknown) => number | undefined },
  ) =>
    panicListOf({
      ...NO_LISTS,
      ...lists,
      readAt,
      followed: undefined,
      deals: 'leave',
      sellables: [],
      areExchangesListed: true,
      whyNot: () => undefined,
    }).rows
  const follower = createPanicFollower({
    run,
    isHere: () => true,
    now: () => paper.clock.now,
    wait,
    rowsOf: (lists, readAt) => rowsOf(lists, { get: () => readAt }),
    outcomeOf: (id) => sender.journal.find(id)?.outcome,
  })
  const pages: number[] = []
  const reader = createPanicReader({
    now: () => paper.clock.now,
    wait,
    follower,
    reads: () => ({
      gridBots: () => client.call(listGridBots, {}),
      dcaBots: () => client.call(listDcaBots, { query: {} }),
      smartTrades(page) {
        pages.push(page)
        return client.call(listSmartTrades, {
          query: {
            status: 'active',
            per_page: PAGE,
            page,
            order_by: 'created_at',
            order_direction: 'ASC',
          },
        })
      },
    }),
  })
  const states = () =>
    (run.get()?.rows ?? []).map(
      (row) => runState(row, sender.journal.find(row.intentId ?? ''), run.isUnderWay(row)).kind,
    )
  /** Sends what is known by now. */
  const press = (confirmed: Partial<Confirmation> = {}) => {
    const { readAt, ...lists } = reader.get()
    run.begin(asksOf(rowsOf(lists, readAt), NO_CHOICE, 'leave'), {
      awaits: 'rows',
      confirmed: {
        parts: ['stop', 'close', 'cancel'],
        leftOut: [],
        deals: 'leave',
        withOthers: true,
        ...confirmed,
      } satisfies Confirmation,
    })
  }
  const hasEnded = () => run.get()?.awaits === undefined
  return { client, run, reader, pages, states, press, hasEnded }
}

/** Entries that wait at 50. */
async function entries(client: ReturnType<typeof aPage>['client'], count: number): Promise<void> {
  for (let made = 0; made < count; made += 1) {
    await client.call(createSmartTrade, {
      body: aDraft(scene.account, { units: '0.2', price: '50' }),
    })
  }
  writes.length = 0
}

it('panic: the first page is sent at once, later pages follow', async () => {
  const { client, run, reader, pages, states, press, hasEnded } = aPage()
  await entries(client, 130)
  const stop = reader.subscribe(() => {
    if (reader.get().smartTrades.rows.length !== PAGE) return
    stop()
    press()
  })
  reader.watch()
  await until(() => writes.length >= 10)
  expect(Math.max(...pages)).toBeLessThanOrEqual(2)
  expect(run.get()?.rows.length).toBeLessThanOrEqual(PAGE + 30)
  await until(hasEnded)
  expect(states()).toEqual(Array.from({ length: 130 }, () => 'done'))
  expect(new Set(writes).size).toBe(130)
  expect(writes).toHaveLength(130)
})

it('panic: an entry that fills before its cancellation is closed instead', async () => {
  const { client, run, reader, press, hasEnded } = aPage()
  await entries(client, 60)
  const { id } = await client.call(createSmartTrade, {
    body: aDraft(scene.account, { units: '0.2', price: '95', stop_loss: aStop('10') }),
  })
  writes.length = 0
  // Sixty cancellations take a minute, and the price falls to 90 after forty seconds.
  pace = 1_000
  reader.watch()
  await until(() => reader.get().passes > 0)
  press()
  await until(hasEnded)
  const sent = writes.filter((path) => path.includes(`/${id}`))
  expect(sent).toEqual([`POST smart_trades/${id}/close`])
  expect(run.get()?.rows).toHaveLength(61)
})

it('panic: entities opened after a complete read are left to the trader', async () => {
  const { client, run, reader, press, hasEnded } = aPage()
  await entries(client, 3)
  reader.watch()
  await until(() => reader.get().isWhole)
  await entries(client, 1)
  press({ withOthers: false })
  await until(hasEnded)
  await until(() => reader.get().smartTrades.rows.length === 1)
  expect(writes).toHaveLength(3)
  expect(run.get()?.rows).toHaveLength(3)
})

it('panic: it ends once a fresh read shows none of its kinds', async () => {
  const { client, run, reader, states, press, hasEnded } = aPage()
  await entries(client, 2)
  reader.watch()
  await until(() => reader.get().isWhole)
  press()
  await until(() => states().every((kind) => kind === 'done'))
  expect(run.get()?.awaits).toBe('rows')
  await entries(client, 1)
  await until(hasEnded)
  expect(states()).toEqual(['done', 'done', 'done'])
})

it('panic: an unreadable list delays no known row, and is read again', async () => {
  const { client, run, reader, states, press, hasEnded } = aPage()
  await entries(client, 2)
  const [account] = await client.call(listExchanges, {})
  areBotsDown = true
  reader.watch()
  await until(() => reader.get().passes > 0)
  expect(reader.get()).toMatchObject({ isWhole: false, gridBots: { rows: [] } })
  press()
  run.follow({
    asked: [
      {
        action: 'sellAllToUsd',
        id: String(account && 'id' in account && account.id),
        name: 'Spot',
      },
    ],
  })
  await until(() => run.get()?.awaits === 'retry')
  await until(() => states().every((kind) => kind === 'done'))
  expect(writes.at(-1)).toMatch(/sell_all_to_usd$/)
  areBotsDown = false
  await until(hasEnded)
})

it('panic: nothing is sold before the lists are complete', async () => {
  const { client, run, reader, states, press, hasEnded } = aPage()
  await entries(client, 130)
  const [account] = await client.call(listExchanges, {})
  reader.watch()
  await until(() => reader.get().smartTrades.rows.length > 0)
  press()
  run.follow({
    asked: [
      {
        action: 'sellAllToUsd',
        id: String(account && 'id' in account && account.id),
        name: 'Spot',
      },
    ],
  })
  await until(() => hasEnded() && states().every((kind) => kind === 'done'))
  expect(writes).toHaveLength(131)
  expect(writes.at(-1)).toMatch(/sell_all_to_usd$/)
})
