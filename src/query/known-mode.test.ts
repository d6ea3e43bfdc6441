import { describe, expect, it } from 'vitest'

import { stopGridBot } from '#contract/grid-bots.ts'
import { setMode } from '#contract/system.ts'
import type { Intent } from '#intents/intent.ts'
import { anIntent } from '#testing/an-intent.ts'

import { isModeTold, isSwitchInDoubt, latestSwitch, modeWord, wordOfSwitch } from './known-mode.ts'

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

describe('the last word counts', () => {
  const told = {
    data: { mode: 'paper' },
    isError: false,
    dataUpdatedAt: 100_000,
    errorUpdatedAt: 0,
  }
  const untold = { data: undefined, isError: false, dataUpdatedAt: 0, errorUpdatedAt: 0 }

  it('not before the service has said whether it tells its mode', () => {
    expect(isModeTold(undefined, untold)).toBe(false)
  })

  it('at once where it never tells, and once it has told where it does', () => {
    expect(isModeTold(false, untold)).toBe(true)
    expect(isModeTold(true, untold)).toBe(false)
    expect(isModeTold(true, told)).toBe(true)
  })

  it('for a minute while the service cannot be asked again', () => {
    const failing = { ...told, isError: true }
    expect(isModeTold(true, { ...failing, errorUpdatedAt: 160_000 })).toBe(true)
    expect(isModeTold(true, { ...failing, errorUpdatedAt: 160_001 })).toBe(false)
    expect(isModeTold(true, { ...failing, errorUpdatedAt: 99_999 })).toBe(false)
  })
})

describe('what is not known to be paper is real', () => {
  const paper = { heard: 'paper', isTold: true, isJournalLoaded: true, isInDoubt: false } as const

  it('and paper when all of it is known', () => {
    expect(modeWord(paper)).toBe('PAPER')
  })

  it.each([
    { heard: 'real' },
    { heard: undefined },
    { isTold: false },
    { isJournalLoaded: false },
    { isInDoubt: true },
  ] as const)('%o', (lacking) => {
    expect(modeWord({ ...paper, ...lacking })).toBe('REAL')
  })
})
