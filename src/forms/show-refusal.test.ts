import { describe, expect, it, vi } from 'vitest'

import { ApiError } from '#client/api-error.ts'

import { placeRefusal, showRefusal } from './form-errors.ts'

const refused = (attributes: Record<string, string[]>, description = 'Invalid parameters') =>
  new ApiError({ kind: 'refused', status: 422, code: 'record_invalid', description, attributes })

const fieldOf = (path: string) => (path.startsWith('position.') ? `${path}.value` : undefined)

describe('a refusal in a form', () => {
  it('stands at the fields it names, the rest above with its own name', () => {
    const error = refused({
      'position.units': ['Too small.', 'Not a lot.'],
      units_to_buy: ['must be less than 9000'],
    })
    expect(placeRefusal(error, fieldOf)).toEqual({
      atFields: { 'position.units.value': 'Too small. Not a lot.' },
      above: ['units_to_buy: must be less than 9000'],
    })
  })

  it('stands above when it names nothing', () => {
    const error = refused({}, 'Account not owned by current user.')
    expect(placeRefusal(error, fieldOf)).toEqual({
      atFields: {},
      above: ['Account not owned by current user.'],
    })
  })

  it('says what a call that was never answered says of itself', () => {
    const error = new ApiError({ kind: 'unsent' })
    expect(placeRefusal(error, fieldOf).above).toEqual([error.message])
  })

  it('cuts what would bury the page', () => {
    const { above } = placeRefusal(refused({}, 'x'.repeat(5_000)), fieldOf)
    expect(above[0]).toHaveLength(300)
  })

  it('reaches the form as errors of the service', () => {
    const setError = vi.fn<(name: string, error: object) => void>()
    showRefusal(setError, refused({ 'position.units': ['Too small.'], other: ['Odd.'] }), fieldOf)
    expect(setError.mock.calls).toEqual([
      ['position.units.value', { type: 'service', message: 'Too small.' }],
      ['root.refusal', { type: 'service', message: 'other: Odd.' }],
    ])
  })
})
