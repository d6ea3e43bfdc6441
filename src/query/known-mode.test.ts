import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'

import { ApiError } from '#client/api-error.ts'
import { stopGridBot } from '#contract/grid-bots.ts'
import { getMode, getTime, setMode } from '#contract/system.ts'
import type { Intent } from '#intents/intent.ts'
import { anIntent } from '#testing/an-intent.ts'

import { endpointQuery } from './endpoint-query.ts'
import { isSwitchInDoubt, knownMode, latestSwitch, wordOfSwitch } from './known-mode.ts'

const NEVER = 0
const aSwitch = (changes: Partial<Intent> = {}) => anIntent(setMode, { params: '', ...changes })
const refusal: Intent['outcome'] = { kind: 'unsent', because: 'No.' }

describe('trading waits', () => {
  it('while a switch is under way, whatever was told before it was sent', () => {
    expect(isSwitchInDoubt(aSwitch({ outcome: { kind: 'sending' } }), 2_000_000)).toBe(true)
  })

  it('after a switch without an answer, until the service has told its mode', () => {
    expect(isSwitchInDoubt(aSwitch(), NEVER)).toBe(true)
    expect(isSwitchInDoubt(aSwitch(), 1_019_999)).toBe(true)
    expect(isSwitchInDoubt(aSwitch(), 1_020_001)).toBe(false)
  })

  it('no longer once such a switch is laid aside, since not every service tells', () => {
    expect(isSwitchInDoubt(aSwitch({ closedAt: 1_030_000 }), NEVER)).toBe(false)
  })

  it('on, although a second switch was refused after one without an answer', () => {
    const refused = aSwitch({ id: 'second', outcome: refusal })
    const last = latestSwitch([refused, anIntent(stopGridBot), aSwitch()])
    expect(isSwitchInDoubt(last, NEVER)).toBe(true)
  })

  it('no longer once another switch was answered', () => {
    const placed = aSwitch({ id: 'second', outcome: { kind: 'placed', answer: { mode: 'real' } } })
    expect(isSwitchInDoubt(latestSwitch([placed, aSwitch()]), NEVER)).toBe(false)
  })
})

describe('a switch says of the mode', () => {
  it('what the service answered', () => {
    const placed = aSwitch({ outcome: { kind: 'placed', answer: { mode: 'real' } } })
    expect(wordOfSwitch(placed)).toEqual({ mode: 'real', heardAt: 1_020_000 })
  })

  it('that nobody knows it, once it was laid aside', () => {
    const aside = aSwitch({ closedAt: 1_030_000 })
    expect(wordOfSwitch(aside)).toEqual({ mode: undefined, heardAt: 1_030_000 })
  })

  it('nothing while it is open', () => {
    expect(wordOfSwitch(aSwitch())).toBe(undefined)
    expect(wordOfSwitch(aSwitch({ outcome: { kind: 'sending' } }))).toBe(undefined)
  })
})

const NOW = 2_000_000

type Around = {
  declaredMode?: 'paper' | 'real' | undefined
  heardAt?: number
  tellsMode?: boolean
  /** What the service says that it offers; `undefined` until it has answered. */
  extensions?: string[] | undefined
  isTimeFailed?: boolean
  reported?: { mode: 'paper' | 'real'; at: number }
  refused?: number
  isUnreachable?: boolean
  intents?: Intent[]
  isJournalLoaded?: boolean
  askedSince?: number
}

async function known(around: Around) {
  const { declaredMode = 'paper', heardAt = 0, tellsMode = true } = around
  const { intents = [], isJournalLoaded = true, askedSince = 0 } = around
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const fails = async (endpoint: typeof getMode | typeof getTime, error: ApiError) =>
    queryClient
      .query({
        ...endpointQuery(endpoint as never, {} as never),
        queryFn: () => Promise.reject(error),
      })
      .catch(() => undefined)
  const time = endpointQuery(getTime, {}).queryKey
  if ('extensions' in around) {
    const { extensions } = around
    queryClient.setQueryData(time, { server_time: 0, extensions })
  }
  if (around.isTimeFailed) await fails(getTime, unreachable)
  if (around.reported) {
    const { mode, at } = around.reported
    queryClient.setQueryData(endpointQuery(getMode, {}).queryKey, { mode }, { updatedAt: at })
  }
  if (around.isUnreachable) await fails(getMode, unreachable)
  if (around.refused !== undefined) await fails(getMode, refusedWith(around.refused))
  return knownMode({
    queryClient,
    journal: { kept: () => intents, isLoaded: () => isJournalLoaded },
    profile: {
      declaredMode: 'declaredMode' in around ? around.declaredMode : declaredMode,
      tellsMode,
    },
    heardAt,
    askedSince,
    now: NOW,
  })
}

const unreachable = new ApiError({ kind: 'unreachable' })
const refusedWith = (status: number) =>
  new ApiError({ kind: 'refused', status, code: 'no', description: 'No.', attributes: {} })
const OFFERED = [getMode.name]
const LATELY = NOW - 20_000
const LONG_AGO = NOW - 60_001

describe('the last mode that was told stays', () => {
  it('PAPER when the service is gone, with the moment it was last confirmed', async () => {
    const gone = { extensions: OFFERED, reported: { mode: 'paper', at: LONG_AGO } } as const
    expect(await known({ ...gone, isUnreachable: true })).toEqual({
      word: 'PAPER',
      state: 'stale',
      asOf: LONG_AGO,
    })
  })

  it('PAPER when the service is gone since an earlier page', async () => {
    const earlier = { heardAt: LONG_AGO, isUnreachable: true, isTimeFailed: true }
    expect(await known(earlier)).toEqual({ word: 'PAPER', state: 'stale', asOf: LONG_AGO })
  })

  it('settled while a read of it is no older than a minute', async () => {
    const reported = { mode: 'paper', at: NOW - 60_000 } as const
    expect(await known({ extensions: OFFERED, reported })).toMatchObject({ state: 'settled' })
  })

  it('settled by what another page was told lately', async () => {
    expect(await known({ heardAt: LATELY })).toMatchObject({ word: 'PAPER', state: 'settled' })
  })

  it('settled where nobody can be asked for it', async () => {
    const silent = { tellsMode: false, heardAt: LONG_AGO }
    expect(await known({ ...silent, extensions: [] })).toMatchObject({
      word: 'PAPER',
      state: 'settled',
    })
    expect(await known({ ...silent, isTimeFailed: true })).toMatchObject({ state: 'settled' })
    expect(await known({ ...silent, extensions: OFFERED, refused: 403 })).toMatchObject({
      state: 'settled',
    })
    expect(await known({ heardAt: LONG_AGO, refused: 404 })).toMatchObject({ state: 'settled' })
  })

  it('stale where the service told it before and now refuses this key', async () => {
    expect(await known({ heardAt: LONG_AGO, refused: 403 })).toMatchObject({ state: 'stale' })
  })

  it('and is as old as it can be when it was heard at a moment that is still to come', async () => {
    expect(await known({ heardAt: NOW + 2_001, isUnreachable: true })).toEqual({
      word: 'PAPER',
      state: 'stale',
      asOf: 0,
    })
  })
})

describe('a mode is real', () => {
  it('where it was told or declared to be', async () => {
    expect(await known({ declaredMode: 'real', heardAt: LATELY })).toMatchObject({ word: 'REAL' })
  })

  it('where nothing was ever told or declared, and such a connection may send', async () => {
    const never = { declaredMode: undefined, tellsMode: false, extensions: [] }
    expect(await known(never)).toMatchObject({ word: 'REAL', state: 'settled' })
  })

  it('while a switch is in doubt', async () => {
    const intents = [aSwitch()]
    expect(await known({ heardAt: LATELY, intents })).toMatchObject({
      word: 'REAL',
      state: 'in doubt',
    })
  })
})

describe('the first answer of a page is waited for', () => {
  it('while it is on its way, and for ten seconds at most', async () => {
    const cold = { heardAt: LONG_AGO, askedSince: NOW - 9_999 }
    expect(await known(cold)).toMatchObject({ state: 'coming' })
    expect(await known({ ...cold, askedSince: NOW - 10_000 })).toMatchObject({ state: 'stale' })
    expect(await known({ ...cold, isUnreachable: true })).toMatchObject({ state: 'stale' })
  })

  it('where a connection without any word may still be told one', async () => {
    const never = { declaredMode: undefined, tellsMode: false, askedSince: NOW }
    expect(await known(never)).toMatchObject({ state: 'coming' })
    expect(await known({ ...never, isTimeFailed: true })).toMatchObject({ state: 'settled' })
  })

  it('while it is not known what earlier pages have sent', async () => {
    const reading = { heardAt: LATELY, isJournalLoaded: false, askedSince: NOW }
    expect(await known(reading)).toMatchObject({ state: 'coming' })
    expect(await known({ ...reading, askedSince: 0 })).toMatchObject({ state: 'stale' })
  })
})
