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

it('a copied plan does not replace the trader’s own', () => {
  const plans = openTab()
  plans.write(OWN, sized('1'))
  plans.write(LIKE_7, sized('2'))
  expect(plans.read(OWN)).toEqual(sized('1'))
  plans.clear(LIKE_7)
  expect(plans.read(OWN)).toEqual(sized('1'))
})

it('a copied plan keeps its changes over a reload', () => {
  const plans = openTab()
  plans.write(LIKE_7, sized('2'))
  expect(plans.read(LIKE_7)).toEqual(sized('2'))
})

it('a copied plan belongs to its trade', () => {
  const plans = openTab()
  plans.write(LIKE_7, sized('2'))
  expect(plans.read({ ...LIKE_7, like: 8 })).toBe(undefined)
})

it('a cleared copied plan is filled in again', () => {
  const plans = openTab()
  plans.write(LIKE_7, emptyDraft())
  expect(plans.read(LIKE_7)).toBe(undefined)
})

it('a sent plan is found by its intent, also on the next page', () => {
  const plans = openTab()
  plans.writeSent(OWN, SENT)
  expect(plans.sent(OWN)).toEqual(SENT)
  expect(plans.sent(LIKE_7)).toBe(undefined)
  plans.clearSent(OWN)
  expect(plans.sent(OWN)).toBe(undefined)
})

it('a sent plan differs from that of another trade', () => {
  const plans = openTab()
  plans.writeSent(LIKE_7, SENT)
  expect(plans.sent({ ...LIKE_7, like: 8 })).toBe(undefined)
  expect(plans.sent(LIKE_7)).toMatchObject({ intent: 'intent 1' })
})

it('a sent plan differs once the ticket changes', () => {
  const { note, ...others } = sized('1')
  expect(isStill(SENT, { note, ...others })).toBe(true)
  expect(isStill(SENT, sized('2'))).toBe(false)
})

it('an emptied plan of the trader stays empty', () => {
  const plans = openTab()
  plans.write(OWN, emptyDraft())
  expect(plans.read(OWN)).toEqual(emptyDraft())
})

it('values typed in paper mode stay out of a real-money ticket', () => {
  const plans = openTab()
  plans.write(OWN, sized('1'))
  plans.writeSent(OWN, SENT)
  const inReal = { ...OWN, mode: 'real' } as const
  expect([plans.read(inReal), plans.sent(inReal)]).toEqual([undefined, undefined])
  plans.write(inReal, sized('2'))
  plans.clear(inReal)
  expect(plans.read(OWN)).toEqual(sized('1'))
})
