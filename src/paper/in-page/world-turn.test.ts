import { expect, it } from 'vitest'

import type { ServiceState } from '#in-page/messages.ts'

import { StorageFailure } from '../store/store-errors.ts'
import { worldTurn } from './world-turn.ts'

const OPENING: ServiceState = {
  phase: 'opening',
  isElsewhere: false,
  progress: undefined,
  sentence: undefined,
}

const browserError = (name: string) => new DOMException('said by the browser', name)

it.each<[string, Error, RegExp]>([
  ['blocks storage', browserError('SecurityError'), /blocks storage for this page/],
  ['allows no database', browserError('InvalidStateError'), /blocks storage for this page/],
  ['has a newer world', browserError('VersionError'), /newer version of this page. Reload/],
  ['cannot read its database', browserError('UnknownError'), /could not open .*UnknownError/],
  ['is out of space', new StorageFailure('full'), /no space left/],
  [
    'fails to store',
    new StorageFailure('broken', { cause: browserError('AbortError') }),
    /could not open .*AbortError/,
  ],
])('a browser that %s is named by what is wrong', async (_what, error, sentence) => {
  const states: ServiceState[] = []
  const turn = worldTurn({
    name: 'a world',
    locks: {
      request: (_name: string, _options: object, run: () => Promise<void>) => run(),
    } as unknown as LockManager,
    channel: { postMessage: () => undefined, addEventListener: () => undefined } as never,
    open: () => Promise.reject(error),
    state: () => states.at(-1) ?? OPENING,
    setState: (state) => void states.push(state),
  })
  turn.begin()
  const answer = await turn.answer({ kind: 'pairing_code' })
  expect(answer).toEqual({ kind: 'failed', sentence: expect.stringMatching(sentence) })
  expect(states.at(-1)).toMatchObject({
    phase: 'stopped',
    sentence: expect.stringMatching(sentence),
  })
  expect(JSON.stringify(states)).not.toContain('said by the browser')
})
