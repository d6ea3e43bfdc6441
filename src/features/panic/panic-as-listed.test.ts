import fc from 'fast-check'
import { expect, it } from 'vitest'

import { createClient } from '#client/client.ts'
import { type DcaBot, type DealsAtStop, listDcaBots } from '#contract/dca-bots.ts'
import { getBalanceTable, listExchanges, type ListedExchange } from '#contract/exchanges.ts'
import { type GridBot, listGridBots } from '#contract/grid-bots.ts'
import { readableRows } from '#contract/read.ts'
import { getSmartTrade, listSmartTrades, type SmartTrade } from '#contract/smart-trades.ts'
import { BULK_WRITES, createBulkRun, keyOf } from '#forms/bulk-run.ts'
import { runState } from '#forms/use-bulk-run.ts'
import { mayStay, saleOf } from '#market/sale.ts'
import { createEngine } from '#paper/engine/engine.ts'
import { aCommandSender } from '#testing/a-command-sender.ts'
import { openTestService } from '#testing/open-test-service.ts'
import { proofSize } from '#testing/proof-size.ts'
import { PROVING_START, provingWorld } from '#testing/proving-world.ts'
import { randomTrader } from '#testing/random-trader.ts'

import {
  asksOf,
  endedBySale,
  NO_CHOICE,
  panicListOf,
  type PanicRow,
  withRow,
} from './panic-list.ts'

type Fault = 'none' | 'lost before' | 'lost after'

/** An account that a random trader has worked on, and a page that talks to its service. */
async function randomAccount(seed: number, commands: number, faults: readonly Fault[]) {
  const scene = provingWorld(seed)
  const trader = randomTrader(seed)
  for (let turn = 1; turn <= commands; turn += 1) {
    scene.engine.advance(PROVING_START + turn * 20_000)
    await trader.act(scene)
    scene.store.keep(scene.engine.takeChanges())
  }
  const paper = await openTestService({
    startsAt: scene.engine.now,
    openWorld: (_origin, _stored, past) => ({ engine: createEngine(scene.world, past) }),
  })
  const wire: { step: number; at: 'asked' | 'answered' }[] = []
  let writes = 0
  const client = createClient({
    baseUrl: 'http://127.0.0.1:4780',
    credentials: paper.credentials,
    async fetch(url, init = {}) {
      const step = stepOfPath(url, init.method)
      if (step === undefined) return paper.fetch(url, init)
      const fault = faults[writes % faults.length]
      writes += 1
      wire.push({ step, at: 'asked' })
      const answer = fault === 'lost before' ? undefined : await paper.fetch(url, init)
      wire.push({ step, at: 'answered' })
      if (fault !== 'none' || !answer) throw new TypeError('Failed to fetch')
      return answer
    },
  })
  return { paper, client, wire }
}

function stepOfPath(url: string, method = 'GET'): number | undefined {
  if (method === 'GET') return undefined
  if (method === 'DELETE') return 2
  return ['/stop', '/close', '', '/sell_all_to_usd'].findIndex(
    (end) => end !== '' && new URL(url).pathname.endsWith(end),
  )
}

type Page = Awaited<ReturnType<typeof randomAccount>>['client']

async function everything(client: Page) {
  const [gridBots, dcaBots, exchanges] = await Promise.all([
    client.call(listGridBots, {}),
    client.call(listDcaBots, { query: {} }),
    client.call(listExchanges, {}),
  ])
  const smartTrades = await client.call(listSmartTrades, {
    query: { status: 'active', per_page: 100 },
  })
  return {
    gridBots: readableRows<GridBot>(gridBots),
    dcaBots: readableRows<DcaBot>(dcaBots),
    smartTrades: readableRows<SmartTrade>(smartTrades),
    exchanges: readableRows<ListedExchange>(exchanges),
  }
}

type Everything = Awaited<ReturnType<typeof everything>>

const listOf = ({ gridBots, dcaBots, smartTrades, exchanges }: Everything, deals: DealsAtStop) =>
  panicListOf({
    gridBots: { rows: gridBots },
    followed: undefined,
    dcaBots: { rows: dcaBots },
    smartTrades: { rows: smartTrades },
    deals,
    sellables: exchanges.map((listed) => ({
      id: listed.id,
      name: listed.label,
      listed,
      isInDoubt: false,
    })),
    areExchangesListed: true,
    whyNot: () => undefined,
  })

/** Checks at the service that the entity of a row has ended. */
async function hasEnded(client: Page, row: PanicRow, now: Everything): Promise<boolean> {
  switch (row.action) {
    case 'stopGridBot':
      return now.gridBots.find(({ id }) => id === row.id)?.is_enabled === false
    case 'stopDcaBot': {
      const bot = now.dcaBots.find(({ id }) => id === row.id)
      // A bot that was stopped before: its deals end.
      return row.detail.includes(', stopped,')
        ? bot?.active_trades === 0
        : bot?.status !== 'running'
    }
    case 'cancelSmartTrade':
    case 'closeSmartTrade': {
      const { status } = await client.call(getSmartTrade, { params: { id: row.id } })
      return /^(cancel|panic_s)/.test(status.type)
    }
    case 'sellAllToUsd':
      return false
  }
}

/** Ended entities free money that others may use; the new option is no change of those. */
const withoutFreeFunds = (member: string, value: unknown): unknown =>
  member === 'add_funds_available' || member === 'missing_funds_to_close' ? undefined : value

const scenes = fc.record({
  seed: fc.integer({ min: 1, max: 1_000_000 }),
  commands: fc.integer({ min: 20, max: 120 }),
  chosen: fc.array(fc.boolean(), { minLength: 7, maxLength: 7 }),
  deals: fc.constantFrom('leave' as const, 'close' as const),
  sells: fc.boolean(),
  faults: fc.array(
    fc.oneof(
      { weight: 6, arbitrary: fc.constant<Fault>('none') },
      { weight: 1, arbitrary: fc.constantFrom<Fault>('lost before', 'lost after') },
    ),
    { minLength: 5, maxLength: 5 },
  ),
})

let seen = { rows: 0, sales: 0, left: 0, lost: 0 }

it(
  'panic: the listed rows end, in their order, and nothing else changes',
  { timeout: 3_600_000 },
  async () => {
    seen = { rows: 0, sales: 0, left: 0, lost: 0 }
    await fc.assert(
      fc.asyncProperty(scenes, async ({ seed, commands, chosen, deals, sells, faults }) => {
        const { paper, client, wire } = await randomAccount(seed, commands, faults)
        try {
          const before = await everything(client)
          const { rows } = listOf(before, deals)
          const isWanted = (row: PanicRow, index: number) =>
            chosen[index % 7] === true && (row.part !== 'sell' || sells)
          const choice = rows.reduce(
            (so, row, index) => withRow(so, row, isWanted(row, index)),
            NO_CHOICE,
          )
          const wanted = new Set(
            rows
              .filter((row, index) => row.obstacle === undefined && isWanted(row, index))
              .map(keyOf),
          )
          const isIn = (row: PanicRow) => wanted.has(keyOf(row))
          const asks = asksOf(rows, choice, deals)
          const sender = aCommandSender(client)
          const run = createBulkRun({
            sender,
            now: () => 0,
            mayGoOn: () => true,
            pause: () => 0,
            later: () => undefined,
            keep: () => undefined,
          })
          run.begin(asks)
          const states = () =>
            (run.get()?.rows ?? []).map((row) => ({
              row,
              state: runState(row, sender.journal.find(row.intentId ?? ''), run.isUnderWay(row)),
            }))
          await expect
            .poll(() => states().filter(({ state }) => /waiting|sending/.test(state.kind)), {
              interval: 1,
              timeout: 60_000,
            })
            .toEqual([])

          // Each of a later part was asked for after every earlier one was answered.
          const tooEarly = wire.filter(
            ({ at, step }, index) =>
              at === 'asked' &&
              wire.slice(index).some((one) => one.at === 'answered' && one.step < step),
          )
          expect(tooEarly).toEqual([])

          // No outcome is claimed that the service does not have.
          const now = await everything(client)
          const also = new Set(endedBySale(rows, isIn).map(keyOf))
          const sales = states().filter(({ row }) => row.action === 'sellAllToUsd')
          const ofRow = new Map(states().map(({ row, state }) => [keyOf(row), state.kind]))
          const faultsOf = async (row: PanicRow): Promise<string[]> => {
            const kind = ofRow.get(keyOf(row)) ?? 'not sent'
            const isOver = row.part !== 'sell' && (await hasEnded(client, row, now))
            const mayEnd = kind !== 'not sent' || also.has(keyOf(row)) || row.obstacle !== undefined
            return [
              (kind !== 'not sent') !== isIn(row) &&
                'is sent and not chosen, or chosen and not sent',
              !['done', 'unknown', 'not sent'].includes(kind) && `is ${kind}`,
              row.part !== 'sell' && kind === 'done' && !isOver && 'is called done and goes on',
              isOver && !mayEnd && 'was left out and has ended',
            ].flatMap((fault) => (fault === false ? [] : `${keyOf(row)} ${fault}`))
          }
          expect((await Promise.all(rows.map(faultsOf))).flat()).toEqual([])

          // Entities not chosen and not on a sold account are unchanged, to the last member.
          const sold = rows.filter((row) => row.part === 'sell' && isIn(row))
          const isSold = (accountId: unknown, exchangeId?: unknown) =>
            sold.some((sale) => sale.accountId === accountId || sale.exchangeId === exchangeId)
          const included = new Set(rows.filter(isIn).map(({ id }) => id))
          const untouched = ({ gridBots, dcaBots, smartTrades }: Everything) => [
            ...gridBots.filter((bot) => !isSold(bot.account_id)),
            ...dcaBots.filter((bot) => !isSold(undefined, bot.connection_id)),
            ...smartTrades.filter((trade) => !isSold(trade.account.id)),
          ]
          const rest = (all: Everything) =>
            untouched(all)
              .filter(({ id }) => !included.has(id))
              .map((entity) => JSON.stringify(entity, withoutFreeFunds))
          expect(rest(now)).toEqual(rest(before))

          // Given time, what was sold is sold: only dollars stay, and what no order could be of.
          paper.clock.now += 3_600_000
          const left = sales
            .filter(({ state }) => state.kind === 'done')
            .map(async ({ row }) => {
              const table = await client.call(getBalanceTable, { params: { id: String(row.id) } })
              return saleOf(table).sold.flatMap((asset) =>
                mayStay(asset) ? [] : `${asset.code} on ${row.name}`,
              )
            })
          expect((await Promise.all(left)).flat()).toEqual([])
          seen.rows += asks.length
          seen.sales += sales.length
          seen.left += rows.length - asks.length
          seen.lost += states().filter(({ state }) => state.kind === 'unknown').length
        } finally {
          await paper.close()
        }
      }),
      { numRuns: proofSize(8, 400), endOnFailure: true },
    )
    console.info(
      `${seen.rows} rows sent, ${seen.sales} sales among them, ${seen.left} left out, ${seen.lost} without an answer`,
    )
    // Few accounts may meet no fault by chance.
    expect(seen.rows).toBeGreaterThan(proofSize(10, 1_000))
    expect(seen.left).toBeGreaterThan(proofSize(5, 400))
    expect(seen.lost).toBeGreaterThanOrEqual(proofSize(0, 50))
  },
)

it('panic: every write belongs to one part', () => {
  const parts = Object.values(BULK_WRITES).map(({ part }) => part)
  expect(parts).toEqual(['stop', 'stop', 'close', 'cancel', 'sell'])
})
