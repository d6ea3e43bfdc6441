import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'

import { ApiError } from '#client/api-error.ts'
import { stopGridBot } from '#contract/grid-bots.ts'
import { getMode, getTime, setMode } from '#contract/system.ts'
import type { Intent } from '#intents/intent.ts'
import { anIntent } from '#testing/an-intent.ts'

import { endpointQuery } from './endpoint-query.ts'
import { isSwitchInDoubt, knownMode, latestSwitch, modeAfterSwitch } from './known-mode.ts'

const NEVER = 0
const aSwitch = (changes: Partial<Intent> = {}) => anIntent(setMode, { params: '', ...changes })
const refusal: Intent['outcome'] = { kind: 'unsent', because: 'No.' }

it('a switch in progress is in doubt, whatever was reported before', () => {
  expect(isSwitchInDoubt(aSwitch({ outcome: { kind: 'sending' } }), 2_000_000)).toBe(true)
})

it('a switch without an answer is in doubt until the service reports its mode', () => {
  expect(isSwitchInDoubt(aSwitch(), NEVER)).toBe(true)
  expect(isSwitchInDoubt(aSwitch(), 1_019_999)).toBe(true)
  expect(isSwitchInDoubt(aSwitch(), 1_020_001)).toBe(false)
})

it('a dismissed switch is no longer in doubt', () => {
  expect(isSwitchInDoubt(aSwitch({ closedAt: 1_030_000 }), NEVER)).toBe(false)
})

it('a refused second switch leaves the first one in doubt', () => {
  const refused = aSwitch({ id: 'second', outcome: refusal })
  const last = latestSwitch([refused, anIntent(stopGridBot), aSwitch()])
  expect(isSwitchInDoubt(last, NEVER)).toBe(true)
})

it('an answered second switch ends the doubt', () => {
  const placed = aSwitch({ id: 'second', outcome: { kind: 'placed', answer: { mode: 'real' } } })
  expect(isSwitchInDoubt(latestSwitch([placed, aSwitch()]), NEVER)).toBe(false)
})

it('an answered switch gives the mode in its answer', () => {
  const placed = aSwitch({ outcome: { kind: 'placed', answer: { mode: 'real' } } })
  expect(modeAfterSwitch(placed)).toEqual({ mode: 'real', heardAt: 1_020_000 })
})

it('a dismissed switch makes the mode unknown', () => {
  const dismissed = aSwitch({ closedAt: 1_030_000 })
  expect(modeAfterSwitch(dismissed)).toEqual({ mode: undefined, heardAt: 1_030_000 })
})

it('an unfinished switch says nothing about the mode', () => {
  expect(modeAfterSwitch(aSwitch())).toBe(undefined)
  expect(modeAfterSwitch(aSwitch({ outcome: { kind: 'sending' } }))).toBe(undefined)
})

const NOW = 2_000_000

type Given = {
  declaredMode?: 'paper' | 'real' | undefined
  heardAt?: number
  tellsMode?: boolean
  extensions?: string[] | undefined
  isTimeFailed?: boolean
  reported?: { mode: 'paper' | 'real'; at: number }
  refused?: number
  isUnreachable?: boolean
  intents?: Intent[]
  isJournalLoaded?: boolean
  askedSince?: number
}

async function known(given: Given) {
  const { declaredMode = 'paper', heardAt = 0, tellsMode = true } = given
  const { intents = [], isJournalLoaded = true, askedSince = 0 } = given
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const fails = async (endpoint: typeof getMode | typeof getTime, error: ApiError) =>
    queryClient
      .query({
        ...endpointQuery(endpoint as never, {} as never),
        queryFn: () => Promise.reject(error),
      })
      .catch(() => undefined)
  const time = endpointQuery(getTime, {}).queryKey
  if ('extensions' in given) {
    const { extensions } = given
    queryClient.setQueryData(time, { server_time: 0, extensions }, { updatedAt: 1 })
  }
  if (given.isTimeFailed) await fails(getTime, unreachable)
  if (given.reported) {
    const { mode, at } = given.reported
    queryClient.setQueryData(endpointQuery(getMode, {}).queryKey, { mode }, { updatedAt: at })
  }
  if (given.isUnreachable) await fails(getMode, unreachable)
  if (given.refused !== undefined) await fails(getMode, refusedWith(given.refused))
  return knownMode({
    queryClient,
    journal: { kept: () => intents, isLoaded: () => isJournalLoaded },
    profile: {
      declaredMode: 'declaredMode' in given ? given.declaredMode : declaredMode,
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

it('PAPER is offline while the service is unreachable, with the time of its last report', async () => {
  const gone = { extensions: OFFERED, reported: { mode: 'paper', at: LONG_AGO } } as const
  expect(await known({ ...gone, isUnreachable: true })).toEqual({
    mode: 'PAPER',
    state: 'offline',
    asOf: LONG_AGO,
  })
})

it('PAPER is offline if the service was unreachable since an earlier page', async () => {
  const earlier = { heardAt: LONG_AGO, isUnreachable: true, isTimeFailed: true }
  expect(await known(earlier)).toEqual({ mode: 'PAPER', state: 'offline', asOf: LONG_AGO })
})

it('the mode is settled for a minute after a report', async () => {
  const reported = { mode: 'paper', at: NOW - 60_000 } as const
  expect(await known({ extensions: OFFERED, reported })).toMatchObject({ state: 'settled' })
})

it('the mode is settled by a recent report to another page', async () => {
  expect(await known({ heardAt: LATELY })).toMatchObject({ mode: 'PAPER', state: 'settled' })
})

it('the mode is settled if the service never reports it', async () => {
  const silent = { tellsMode: false, heardAt: LONG_AGO }
  expect(await known({ ...silent, extensions: [] })).toMatchObject({
    mode: 'PAPER',
    state: 'settled',
  })
  expect(await known({ ...silent, isTimeFailed: true })).toMatchObject({ state: 'settled' })
  expect(await known({ ...silent, extensions: OFFERED, refused: 403 })).toMatchObject({
    state: 'settled',
  })
  expect(await known({ heardAt: LONG_AGO, refused: 404 })).toMatchObject({ state: 'settled' })
})

it('the mode is stale if the service reported it before and now refuses the key', async () => {
  expect(await known({ heardAt: LONG_AGO, refused: 403 })).toMatchObject({ state: 'stale' })
})

it('a report dated in the future counts as infinitely old', async () => {
  expect(await known({ heardAt: NOW + 2_001, askedSince: 0 })).toEqual({
    mode: 'PAPER',
    state: 'stale',
    asOf: 0,
  })
})

it('a mode declared real is REAL', async () => {
  expect(await known({ declaredMode: 'real', heardAt: LATELY })).toMatchObject({ mode: 'REAL' })
})

it('a mode that was never reported or declared is REAL and settled', async () => {
  const never = { declaredMode: undefined, tellsMode: false, extensions: [] }
  expect(await known(never)).toMatchObject({ mode: 'REAL', state: 'settled' })
})

it('the mode is REAL while a switch is in doubt', async () => {
  const intents = [aSwitch()]
  expect(await known({ heardAt: LATELY, intents })).toMatchObject({
    mode: 'REAL',
    state: 'in doubt',
  })
})

it('an old mode is “coming” for ten seconds, then stale', async () => {
  const cold = { heardAt: LONG_AGO, askedSince: NOW - 9_999 }
  expect(await known(cold)).toMatchObject({ state: 'coming' })
  expect(await known({ ...cold, askedSince: NOW - 10_000 })).toMatchObject({ state: 'stale' })
  expect(await known({ ...cold, isUnreachable: true })).toMatchObject({ state: 'offline' })
})

it('an unknown mode is “coming” until /time fails', async () => {
  const never = { declaredMode: undefined, tellsMode: false, askedSince: NOW }
  expect(await known(never)).toMatchObject({ state: 'coming' })
  expect(await known({ ...never, isTimeFailed: true })).toMatchObject({ state: 'settled' })
})

it('a recent mode is “coming” until the journal is loaded', async () => {
  const reading = { heardAt: LATELY, isJournalLoaded: false, askedSince: NOW }
  expect(await known(reading)).toMatchObject({ state: 'coming' })
  expect(await known({ ...reading, askedSince: 0 })).toMatchObject({ state: 'stale' })
})
