import 'fake-indexeddb/auto'

import { gunzipSync } from 'node:zlib'

import { expect, it } from 'vitest'

import type { Ask, ServiceState } from '#in-page/messages.ts'

import { openWorld } from '../engine/open-world.ts'
import { STORED_FORMAT } from '../engine/world.ts'
import { TRADER } from '../store/store.ts'
import { openInPagePaper } from './in-page-paper.ts'
import { pastInMemory } from './past-in-memory.ts'
import { type WorldFile, worldFileOf } from './world-file.ts'

const NOW = Date.UTC(2026, 5, 1)
const MADE = { kind: 'empty', seed: 5, madeAt: NOW } as const
const TIME: Ask = {
  kind: 'request',
  method: 'GET',
  target: '/api/v1/time',
  headers: [],
  body: undefined,
}

const emptyWorld = (): WorldFile =>
  worldFileOf(MADE, [
    openWorld({ ...MADE, user: TRADER }, undefined, pastInMemory().past).takeChanges(),
  ])

/** The service in a page, of which each attempt to begin a world goes as told. */
async function inPage(database: string, attempts: readonly (() => WorldFile)[]) {
  const state: Partial<ServiceState> = {}
  const left = [...attempts]
  const service = await openInPagePaper({
    database,
    origin: 'https://desk.example',
    basePath: '',
    snapshot: async () => left.shift()?.(),
    now: () => NOW,
    steady: () => performance.now(),
    report: () => undefined,
    lost: () => undefined,
    setState: (changed) => void Object.assign(state, changed),
  })
  return { service, state }
}

const fails = (): never => {
  throw new Error('The snapshot is damaged.')
}

/** A world of format 3 with a grid bot of one coin that was bought at 100 and sold at its stop at 70. */
function olderWorld(): WorldFile {
  const file = emptyWorld()
  const stored = file.changes.stored.map((row) =>
    row.kind === 'world' ? { ...row, json: row.json.replace(/"format":\d+/, '"format":3') } : row,
  )
  const [account] = file.changes.stored.filter(({ kind }) => kind === 'account')
  const accountId = Number(account?.id)
  const none = '0'
  const bot = {
    id: 7,
    accountId,
    pair: 'USDT_BTC',
    name: 'Old',
    note: null,
    isEnabled: false,
    gridType: 'arithmetic',
    lower: '80',
    upper: '120',
    quantity: '1',
    leverage: null,
    lines: [],
    step: '10',
    mostBuys: 5,
    mostSells: 5,
    lowerStop: null,
    upperStop: null,
    trailsUp: false,
    expandsDown: false,
    expansionFloor: null,
    orders: [],
    startPrice: '100',
    startBase: '1',
    startQuote: none,
    startCost: '100',
    loan: null,
    interest: none,
    bought: none,
    sold: none,
    spent: none,
    received: none,
    fees: none,
    gridProfit: none,
    profitAtStart: none,
    profitsCount: 0,
    createdAt: NOW - 86_400_000,
    updatedAt: NOW,
  }
  const sale = {
    source: { type: 'grid_bot', id: '7' },
    order: { type: 'market', side: 'sell' },
    closed_at: NOW,
    filled: { units: '1', total: '70' },
    commission: { amount: '0.07' },
    profit: { amount: '-30.07', currency: 'USDT' },
  }
  const row = { mode: 'paper' as const, account: accountId, pair: 'USDT_BTC', createdAt: NOW }
  return {
    ...file,
    changes: {
      ...file.changes,
      stored: [...stored, { kind: 'grid_bot', id: '7', json: JSON.stringify(bot) }],
      appended: [
        ...file.changes.appended,
        { journal: 'history', at: NOW, json: JSON.stringify(sale), closedAt: NOW, ...row },
      ],
    },
  }
}

it('brings a world of an older format up, its past among it', async () => {
  const { service } = await inPage('older', [olderWorld])
  const answer = await service.answer({ kind: 'download' })
  service.close()
  if (answer.kind !== 'file') throw new Error(answer.kind)
  const { changes } = JSON.parse(gunzipSync(await answer.file.bytes()).toString()) as WorldFile
  const recordOf = (kind: string) =>
    JSON.parse(changes.stored.find((row) => row.kind === kind)?.json ?? '') as object
  expect(recordOf('world')).toMatchObject({ format: STORED_FORMAT })
  expect(recordOf('grid_bot')).toMatchObject({
    sold: '1',
    ranBefore: 86_400_000,
    ended: { result: '-30.07', open: '0' },
  })
})

it('runs on after a start over that failed, and says that it failed', async () => {
  const { service, state } = await inPage('runs on', [emptyWorld, fails, emptyWorld])
  await expect(service.answer({ kind: 'start_over' })).rejects.toThrow('The snapshot is damaged.')
  expect(state.phase).toBe('running')
  expect(await service.answer(TIME)).toMatchObject({ kind: 'response', status: 200 })
  expect(await service.answer({ kind: 'start_over' })).toEqual({ kind: 'done' })
  service.close()
})

it('says that it has stopped when no world can be begun, and begins one when asked again', async () => {
  const { service, state } = await inPage('stops', [emptyWorld, fails, fails, emptyWorld])
  await expect(service.answer({ kind: 'start_over' })).rejects.toThrow('The snapshot is damaged.')
  expect(state).toMatchObject({ phase: 'stopped', sentence: expect.stringContaining('Start over') })
  await expect(service.answer(TIME)).rejects.toThrow('The snapshot is damaged.')
  expect(await service.answer({ kind: 'start_over' })).toEqual({ kind: 'done' })
  expect(state).toMatchObject({ phase: 'running', sentence: undefined })
  service.close()
})
