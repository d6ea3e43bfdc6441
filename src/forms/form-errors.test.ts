import type { ResolverOptions } from 'react-hook-form'
import { describe, expect, it, vi } from 'vitest'

import { ApiError } from '#client/api-error.ts'

import { contractResolver, fieldError, placeRefusal, showRefusal } from './form-errors.ts'

type Values = { units: string; steps: { volume: string }[] }

const judge = ({ units, steps }: Values, limit: number) => {
  const issues: Record<string, string[]> = {}
  if (Number(units) > limit) issues['units'] = [`At most ${limit}.`, 'Never shown first.']
  if (steps.length === 0) issues['steps'] = ['Add a step.']
  return Object.keys(issues).length > 0 ? { issues } : { draft: { units: Number(units) } }
}

const resolve = contractResolver(judge)
const options = {
  fields: {},
  names: ['units', 'steps.0.volume'],
  shouldUseNativeValidation: false,
} as unknown as ResolverOptions<Values>

it('form validation returns the valid request', async () => {
  const result = await resolve({ units: '3', steps: [{ volume: '100' }] }, 5, options)
  expect(result).toEqual({ values: { units: 3 }, errors: {} })
})

it('form validation shows the first message of each issue at its field', async () => {
  const { errors } = await resolve({ units: '9', steps: [] }, 5, options)
  expect(errors).toMatchObject({
    units: { message: 'At most 5.' },
    steps: { root: { message: 'Add a step.' } },
  })
})

describe('error of a field', () => {
  const issues = { units: ['At most 5.'], steps: ['Add a step.'] }
  const untouched = { errors: {}, touchedFields: {}, isSubmitted: false }

  it('no error is shown before the field was left', () => {
    expect(fieldError(untouched, issues, 'units')).toBeUndefined()
  })

  it('the rule is shown once the field was left or the form was submitted', () => {
    expect(fieldError({ ...untouched, touchedFields: { units: true } }, issues, 'units')).toBe(
      'At most 5.',
    )
    expect(fieldError({ ...untouched, isSubmitted: true }, issues, 'steps')).toBe('Add a step.')
    const inside = { ...untouched, touchedFields: { steps: [{ volume: true }] } }
    expect(fieldError(inside, issues, 'steps')).toBe('Add a step.')
  })

  it('the service’s refusal is shown until the field is edited', () => {
    const errors = { units: { type: 'service', message: 'Too small.' } } as never
    expect(fieldError({ ...untouched, errors, isSubmitted: true }, issues, 'units')).toBe(
      'Too small.',
    )
  })

  it('an error disappears once the rule holds', () => {
    const errors = { units: { type: 'contract', message: 'At most 5.' } } as never
    expect(fieldError({ ...untouched, errors, isSubmitted: true }, {}, 'units')).toBeUndefined()
  })
})

const refused = (attributes: Record<string, string[]>, description = 'Invalid parameters') =>
  new ApiError({ kind: 'refused', status: 422, code: 'record_invalid', description, attributes })

const fieldOf = (path: string) => (path.startsWith('position.') ? `${path}.value` : undefined)

it('a refusal is shown at the fields it names, the rest above the form with its name', () => {
  const error = refused({
    'position.units': ['Too small.', 'Not a lot.'],
    units_to_buy: ['must be less than 9000'],
  })
  expect(placeRefusal(error, fieldOf)).toEqual({
    atFields: { 'position.units.value': 'Too small. Not a lot.' },
    above: ['units_to_buy: must be less than 9000'],
  })
})

it('a refusal without a field is shown above the form', () => {
  const error = refused({}, 'Account not owned by current user.')
  expect(placeRefusal(error, fieldOf)).toEqual({
    atFields: {},
    above: ['Account not owned by current user.'],
  })
})

it('a request without an answer is explained above the form', () => {
  const error = new ApiError({ kind: 'unsent' })
  expect(placeRefusal(error, fieldOf).above).toEqual([error.message])
})

it('a long refusal is shortened', () => {
  const { above } = placeRefusal(refused({}, 'x'.repeat(5_000)), fieldOf)
  expect(above[0]).toHaveLength(300)
})

it('a refusal reaches the form as errors of the service', () => {
  const setError = vi.fn<(name: string, error: object) => void>()
  showRefusal(setError, refused({ 'position.units': ['Too small.'], other: ['Odd.'] }), fieldOf)
  expect(setError.mock.calls).toEqual([
    ['position.units.value', { type: 'service', message: 'Too small.' }],
    ['root.refusal', { type: 'service', message: 'other: Odd.' }],
  ])
})
