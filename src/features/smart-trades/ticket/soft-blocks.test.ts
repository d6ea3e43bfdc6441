import { expect, it } from 'vitest'

import type { MarketView } from '#contract/draft-rule.ts'
import { judgeSmartTrade } from '#contract/smart-trade-rules.ts'
import { decimal } from '#money/decimal.ts'

import { aTicket } from './a-ticket.ts'
import {
  judgeDraft,
  shownBlocks,
  SOFT_KINDS,
  softBlocks,
  type SoftKind,
  toRequest,
} from './draft.ts'

/** Breaks all four at once. */
const market: MarketView = {
  price: decimal('91000'),
  tick: decimal('0.7'),
  lot: decimal('0.01'),
  minTotal: decimal('5000'),
  free: { quote: decimal('10'), base: decimal('0') },
}
const ticket = aTicket()
const { draft } = judgeSmartTrade(toRequest(ticket, market), market)

it('soft checks have one sentence per kind', () => {
  const blocks = draft ? softBlocks(draft, market) : []
  expect(blocks.map(({ kind }) => kind)).toEqual([...SOFT_KINDS])
  expect(blocks.map(({ sentence }) => sentence)).toEqual([
    'The price must be a multiple of 0.7.',
    'Units must be a multiple of 0.01.',
    'The total must be at least 5,000.',
    'Needs 4,088.25 USDT. 10.00 USDT available.',
  ])
})

it('soft checks name no account figure while amounts are hidden', () => {
  const blocks = draft ? softBlocks(draft, { ...market, areAmountsHidden: true }) : []
  expect(blocks.at(-1)).toEqual({ kind: 'balance', sentence: 'The free balance is not enough.' })
})

it('soft checks are shown three at a time, each in turn', () => {
  const blocks = draft ? softBlocks(draft, market) : []
  const left = new Set<SoftKind>()
  for (let turn = 0; turn < SOFT_KINDS.length; turn += 1) {
    const shown = shownBlocks(blocks, left)
    expect(shown).toHaveLength(3)
    const next = shown.find(({ kind }) => !left.has(kind))
    if (next) left.add(next.kind)
  }
  expect(left).toEqual(new Set(SOFT_KINDS))
})

it.each(SOFT_KINDS)('the soft check %s can be skipped alone', (kind) => {
  const others = SOFT_KINDS.filter((other) => other !== kind)
  expect(judgeDraft(ticket, market).draft).toBeUndefined()
  expect(judgeDraft(ticket, market, [kind]).draft).toBeUndefined()
  expect(judgeDraft(ticket, market, others).draft).toBeUndefined()
  expect(judgeDraft(ticket, market, SOFT_KINDS).draft).toBeDefined()
})

it('rules of the contract cannot be skipped', () => {
  const wrong = aTicket({ position: { units: { value: '0' } } })
  expect(judgeDraft(wrong, market, SOFT_KINDS).draft).toBeUndefined()
})
