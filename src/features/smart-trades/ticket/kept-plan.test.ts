import { describe, expect, it } from 'vitest'

import { createDrafts } from '#session/drafts.ts'
import { memoryStorage } from '#session/storage.ts'

import { type DraftValues, emptyDraft } from './draft-values.ts'
import { createKeptPlans } from './kept-plan.ts'

const openTab = () => createKeptPlans(createDrafts(memoryStorage()))
const sized = (value: string): DraftValues => {
  const draft = emptyDraft()
  return { ...draft, position: { ...draft.position, units: { value } } }
}
const OWN = { connectionId: 'main', like: undefined }
const LIKE_7 = { connectionId: 'main', like: 7 }

describe('a plan that was filled in from a trade', () => {
  it('does not touch the plan that the trader has begun', () => {
    const plans = openTab()
    plans.write(OWN, sized('1'))
    plans.write(LIKE_7, sized('2'))
    expect(plans.read(OWN)).toEqual(sized('1'))
    plans.clear(LIKE_7)
    expect(plans.read(OWN)).toEqual(sized('1'))
  })

  it('keeps what was changed in it over a reload', () => {
    const plans = openTab()
    plans.write(LIKE_7, sized('2'))
    expect(plans.read(LIKE_7)).toEqual(sized('2'))
  })

  it('is not taken for one like another trade', () => {
    const plans = openTab()
    plans.write(LIKE_7, sized('2'))
    expect(plans.read({ ...LIKE_7, like: 8 })).toBe(undefined)
  })

  it('is filled in anew once it was cleared', () => {
    const plans = openTab()
    plans.write(LIKE_7, emptyDraft())
    expect(plans.read(LIKE_7)).toBe(undefined)
  })
})

it('leaves an emptied plan of the trader as it is', () => {
  const plans = openTab()
  plans.write(OWN, emptyDraft())
  expect(plans.read(OWN)).toEqual(emptyDraft())
})
