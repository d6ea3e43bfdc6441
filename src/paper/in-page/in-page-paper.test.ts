import 'fake-indexeddb/auto'

import { gunzipSync, gzipSync } from 'node:zlib'

import { describe, expect, it, vi } from 'vitest'

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

function emptyWorld(seed = 5): WorldFile {
  const made = { ...MADE, seed }
  const engine = openWorld({ ...made, user: TRADER }, undefined, pastInMemory().past)
  return worldFileOf(made, [engine.takeChanges()])
}

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

it('a world of an older format is upgraded with its past', async () => {
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
  const { service, state } = await inPage('runs on', [emptyWorld, fails, emptyWorld, emptyWorld])
  await expect(service.answer({ kind: 'start_over' })).rejects.toThrow('The snapshot is damaged.')
  expect(state.phase).toBe('running')
  expect(await service.answer(TIME)).toMatchObject({ kind: 'response', status: 200 })
  expect(await service.answer({ kind: 'start_over' })).toEqual({ kind: 'done' })
  service.close()
})

it('the service in the page reports that it has stopped when no world can be begun, and begins one on the next request', async () => {
  const { service, state } = await inPage('stops', [emptyWorld, fails, fails, emptyWorld])
  await expect(service.answer({ kind: 'start_over' })).rejects.toThrow('The snapshot is damaged.')
  expect(state).toMatchObject({ phase: 'stopped', sentence: expect.stringContaining('Start over') })
  await expect(service.answer(TIME)).rejects.toThrow('The snapshot is damaged.')
  expect(await service.answer({ kind: 'start_over' })).toEqual({ kind: 'done' })
  expect(state).toMatchObject({ phase: 'running', sentence: undefined })
  service.close()
})

describe('opening a downloaded world', () => {
  const fileOf = (world: WorldFile): Blob => new Blob([JSON.stringify(world)])
  const changed = (change: (file: WorldFile) => void): WorldFile => {
    const file = structuredClone(emptyWorld())
    change(file)
    return file
  }
  const metaOf = ({ changes }: WorldFile) => changes.stored.find(({ kind }) => kind === 'world')!
  const accountIdsIn = (file: WorldFile) =>
    file.changes.stored.filter(({ kind }) => kind === 'account').map(({ id }) => id)
  const downloaded = async (service: Awaited<ReturnType<typeof inPage>>['service']) => {
    const answer = await service.answer({ kind: 'download' })
    if (answer.kind !== 'file') throw new Error(answer.kind)
    return JSON.parse(gunzipSync(await answer.file.bytes()).toString()) as WorldFile
  }

  it('opening a downloaded world puts it in the place of the world that is there', async () => {
    const other = emptyWorld(6)
    const { service, state } = await inPage('restores', [emptyWorld])
    expect(accountIdsIn(await downloaded(service))).not.toEqual(accountIdsIn(other))
    const zipped = new Blob([gzipSync(JSON.stringify(other))])
    for (const file of [zipped, fileOf(other)]) {
      expect(await service.answer({ kind: 'restore', file })).toEqual({ kind: 'done' })
      expect(accountIdsIn(await downloaded(service))).toEqual(accountIdsIn(other))
      expect(state.phase).toBe('running')
    }
    service.close()
  })

  it('opening a downloaded world brings one of an older format up', async () => {
    const { service } = await inPage('restores older', [emptyWorld])
    const older = changed((file) => {
      metaOf(file).json = metaOf(file).json.replace(/"format":\d+/, '"format":3')
    })
    await service.answer({ kind: 'restore', file: fileOf(older) })
    expect(JSON.parse(metaOf(await downloaded(service)).json)).toMatchObject({
      format: STORED_FORMAT,
    })
    service.close()
  })

  it.each<[string, () => Blob, string]>([
    ['is no JSON', () => new Blob(['nothing']), 'it is not JSON'],
    [
      'is cut off',
      () => new Blob([gzipSync('{"quarterdeck_world":1').subarray(0, 20)]),
      'unpacked',
    ],
    [
      'has a damaged record',
      () => fileOf(changed((file) => void (metaOf(file).json = '{"format":6}'))),
      'The stored record world meta is damaged.',
    ],
    [
      'has a damaged row',
      () => fileOf(changed((file) => void file.changes.appended.push(NO_ROW))),
      'The stored record history',
    ],
    [
      'has a ledger that does not add up',
      () =>
        fileOf(
          changed(({ changes }) => {
            const index = changes.appended.findLastIndex(({ journal }) => journal === 'ledger')
            changes.appended.splice(index, 1)
          }),
        ),
      'the ledger contradicts itself',
    ],
    [
      'is of a newer version',
      () =>
        fileOf(
          changed((file) => {
            const meta = metaOf(file)
            meta.json = JSON.stringify({ ...(JSON.parse(meta.json) as object), format: 1_000 })
          }),
        ),
      'stored by a newer version of Quarterdeck.',
    ],
  ])(
    'opening a downloaded world refuses a file that %s, and this world stays',
    async (what, file, sentence) => {
      const { service, state } = await inPage(`refuses ${what}`, [emptyWorld])
      const before = await downloaded(service)
      await expect(service.answer({ kind: 'restore', file: file() })).rejects.toThrow(sentence)
      expect(await downloaded(service)).toEqual(before)
      expect(state.phase).toBe('running')
      service.close()
    },
  )

  it('opening a downloaded world keeps this world when the other one cannot be stored', async () => {
    const { service, state } = await inPage('full', [emptyWorld])
    const before = await downloaded(service)
    // oxlint-disable-next-line typescript/unbound-method -- called with its own `this`
    const { put } = IDBObjectStore.prototype
    const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
      this: IDBObjectStore,
      ...[value, key]: Parameters<typeof put>
    ) {
      if (this.name === 'ledger') throw new DOMException('no space', 'QuotaExceededError')
      return put.call(this, value, key)
    })
    await expect(service.answer({ kind: 'restore', file: fileOf(emptyWorld(6)) })).rejects.toThrow(
      'full',
    )
    full.mockRestore()
    expect(await downloaded(service)).toEqual(before)
    expect(state.phase).toBe('running')
    service.close()
  })
})

const NO_ROW = {
  journal: 'history',
  at: NOW,
  json: '{}',
  mode: 'paper',
  account: 1,
  pair: 'USDT_BTC',
  createdAt: NOW,
  closedAt: NOW,
} as const
