import { expect, it } from 'vitest'

import { createDrafts } from '#session/drafts.ts'
import { memoryStorage } from '#session/kept-store.ts'

import { type DraftValues, emptyDraft } from './fields.ts'
import { createKeptPlans, isStill } from './kept-plan.ts'

const openTab = () => createKeptPlans(createDrafts(memoryStorage(), () => 'paper'))
const sized = (value: string): DraftValues => {
  const draft = emptyDraft()
  return { ...draft, position: { ...draft.position, units: { value } } }
}
const OWN = { connectionId: 'main', like: undefined, mode: 'paper' } as const
const SENT = { intent: 'intent 1', values: sized('1') }
const LIKE_7 = { connectionId: 'main', like: 7, mode: 'paper' } as const

it('a plan that was filled in from a trade does not touch the plan that the trader has begun', () => {
  const plans = openTab()
  plans.write(OWN, sized('1'))
  plans.write(LIKE_7, sized('2'))
  expect(plans.read(OWN)).toEqual(sized('1'))
  plans.clear(LIKE_7)
  expect(plans.read(OWN)).toEqual(sized('1'))
})

it('a plan that was filled in from a trade keeps what was changed in it over a reload', () => {
  const plans = openTab()
  plans.write(LIKE_7, sized('2'))
  expect(plans.read(LIKE_7)).toEqual(sized('2'))
})

it('a plan that was filled in from a trade is not taken for one like another trade', () => {
  const plans = openTab()
  plans.write(LIKE_7, sized('2'))
  expect(plans.read({ ...LIKE_7, like: 8 })).toBe(undefined)
})

it('a plan that was filled in from a trade is filled in anew once it was cleared', () => {
  const plans = openTab()
  plans.write(LIKE_7, emptyDraft())
  expect(plans.read(LIKE_7)).toBe(undefined)
})

it('a plan that was sent is known by the intent that sent it, on the next page as well', () => {
  const plans = openTab()
  plans.writeSent(OWN, SENT)
  expect(plans.sent(OWN)).toEqual(SENT)
  expect(plans.sent(LIKE_7)).toBe(undefined)
  plans.clearSent(OWN)
  expect(plans.sent(OWN)).toBe(undefined)
})

it('a plan that was sent is not one like another trade', () => {
  const plans = openTab()
  plans.writeSent(LIKE_7, SENT)
  expect(plans.sent({ ...LIKE_7, like: 8 })).toBe(undefined)
  expect(plans.sent(LIKE_7)).toMatchObject({ intent: 'intent 1' })
})

it('a plan that was sent is another one as soon as something else stands in the ticket', () => {
  const { note, ...others } = sized('1')
  expect(isStill(SENT, { note, ...others })).toBe(true)
  expect(isStill(SENT, sized('2'))).toBe(false)
})

it('leaves an emptied plan of the trader as it is', () => {
  const plans = openTab()
  plans.write(OWN, emptyDraft())
  expect(plans.read(OWN)).toEqual(emptyDraft())
})

it('keeps what was typed for paper out of a ticket that trades real money', () => {
  const plans = openTab()
  plans.write(OWN, sized('1'))
  plans.writeSent(OWN, SENT)
  const inReal = { ...OWN, mode: 'real' } as const
  expect([plans.read(inReal), plans.sent(inReal)]).toEqual([undefined, undefined])
  plans.write(inReal, sized('2'))
  plans.clear(inReal)
  expect(plans.read(OWN)).toEqual(sized('1'))
})
