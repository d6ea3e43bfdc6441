import { expect, it } from 'vitest'

import { ApiError } from '#client/api-error.ts'
import { createGridBot, gridBot } from '#contract/grid-bots.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { readJson } from '#contract/json.ts'
import { read } from '#contract/read.ts'
import { decimal } from '#money/decimal.ts'
import { openBrowser, settled, shown, untilSent } from '#testing/a-command-sender.ts'
import { entityAsText } from '#testing/entity.ts'

import type { Intent } from './intent.ts'

const DRAFT = {
  account_id: 7,
  pair: 'USDT_BTC',
  lower_price: decimal('90'),
  upper_price: decimal('110'),
  grids_quantity: 5,
  grid_type: 'arithmetic',
  quantity_per_grid: decimal('1'),
} as const

const bot = (changes: object = {}) =>
  entityAsText(gridBot, {
    id: 5,
    account_id: 7,
    pair: 'USDT_BTC',
    lower_price: '90.00',
    upper_price: '110.0',
    grids_quantity: '5',
    grid_type: 'arithmetic',
    quantity_per_grid: '1.000',
    ...changes,
  })

const entity = (text: string) => read(gridBot, readJson(text)).value

type Wishes = {
  readsBack?: boolean
  /** The answer to the read; an error where it fails. */
  found?: () => unknown
  offers?: (name: string) => boolean
  /** Milliseconds until the read has come. */
  after?: number
}

/** Creates a grid bot, and waits until it is known what the service has kept. */
async function created(answer: string, wishes: Wishes = {}) {
  const { readsBack = false, found = () => undefined, after = 0 } = wishes
  const reads: string[] = []
  const browser = await openBrowser({
    offers: wishes.offers ?? (() => true),
    read({ name }: Endpoint) {
      if (name !== 'getGridBot') return []
      reads.push(name)
      browser.clock.now += after
      const one = found()
      if (one instanceof Error) throw one
      return one
    },
  })
  const { journal, sendPrepared } = browser.openTab()
  browser.openTab()
  const prepared = browser.client.prepare(createGridBot, { body: DRAFT })
  const id = sendPrepared({ ...prepared, ...(readsBack && { readsBack: true }) })
  await untilSent(browser.sent)
  browser.sent[0]?.answer(new Response(answer, { status: 201 }))
  const isKnown = ({ kept }: Intent) => kept !== undefined && kept.isReading !== true
  const intent = await shown(journal, id, isKnown)
  await settled()
  return { ...intent, reads }
}

const DIFFERENCE = { about: 'upper price', kept: '120', asked: '110' }

it('kept settings are compared with the answer by value, without a read', async () => {
  const { kept, outcome, reads } = await created(bot())
  expect(kept).toEqual({ differs: [] })
  expect(outcome.kind).toBe('placed')
  expect(reads).toEqual([])
})

it('kept settings that differ are named, and the outcome stays placed', async () => {
  const { kept, outcome, reads } = await created(bot({ upper_price: '120.0' }))
  expect(kept).toEqual({ differs: [DIFFERENCE] })
  expect(outcome.kind).toBe('placed')
  expect(reads).toEqual([])
})

it('kept settings are read once, by one tab, after an answer that is not final', async () => {
  const { kept, reads } = await created(bot({ lower_price: '1' }), {
    readsBack: true,
    found: () => entity(bot({ upper_price: '120' })),
  })
  expect(kept).toEqual({ differs: [DIFFERENCE] })
  expect(reads).toEqual(['getGridBot'])
})

it('kept settings are read once if the answer lacks some', async () => {
  const { kept, reads } = await created(bot({ upper_price: 'unknown' }), {
    found: () => entity(bot()),
  })
  expect(kept).toEqual({ differs: [] })
  expect(reads).toEqual(['getGridBot'])
})

it('kept settings are unverified if the service cannot read one entity', async () => {
  const { kept, reads } = await created(bot({ lower_price: '95', upper_price: 'unknown' }), {
    offers: () => false,
  })
  expect(kept).toEqual({
    differs: [{ about: 'lower price', kept: '95', asked: '90' }],
    unverified: 'This service has no request that reads it by its ID.',
  })
  expect(reads).toEqual([])
})

it('kept settings are unverified after a failed read, with its reason and without another read', async () => {
  const lost = new ApiError({ kind: 'unreachable', because: 'The connection was lost.' })
  const { kept, outcome, reads } = await created(bot(), { readsBack: true, found: () => lost })
  expect(kept).toEqual({ differs: [], unverified: lost.message })
  expect(outcome.kind).toBe('placed')
  expect(reads).toEqual(['getGridBot'])
})

it('kept settings are unverified if the read lacks some', async () => {
  const { kept } = await created(bot(), {
    readsBack: true,
    found: () => entity(bot({ upper_price: 'unknown' })),
  })
  expect(kept).toEqual({
    differs: [],
    unverified: 'The service does not report: upper price.',
  })
})

it('kept settings are not judged by a read that is minutes late', async () => {
  const { kept } = await created(bot(), {
    readsBack: true,
    found: () => entity(bot({ upper_price: '120' })),
    after: 130_000,
  })
  expect(kept).toEqual({ differs: [], unverified: 'The service was not read in time.' })
})
