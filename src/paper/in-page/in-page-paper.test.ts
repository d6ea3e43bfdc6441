import 'fake-indexeddb/auto'

import { expect, it } from 'vitest'

import type { Ask, ServiceState } from '#in-page/messages.ts'

import { openWorld } from '../engine/open-world.ts'
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
