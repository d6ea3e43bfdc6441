import type { ResolverOptions } from 'react-hook-form'
import { describe, expect, it } from 'vitest'

import { contractResolver, fieldError } from './form-errors.ts'

type Values = { units: string; steps: { volume: string }[] }

const judge = ({ units, steps }: Values, limit: number) => {
  const issues: Record<string, string[]> = {}
  if (Number(units) > limit) issues['position.units'] = [`At most ${limit}.`, 'Never shown first.']
  if (steps.length === 0) issues['steps'] = ['Add a step.']
  return Object.keys(issues).length > 0 ? { issues } : { draft: { units: Number(units) } }
}

const resolve = contractResolver(judge, (path) => (path === 'position.units' ? 'units' : path))
const options = {
  fields: {},
  names: ['units', 'steps.0.volume'],
  shouldUseNativeValidation: false,
} as unknown as ResolverOptions<Values>

describe('a form checked against its request', () => {
  it('gives the request that may be sent', async () => {
    const result = await resolve({ units: '3', steps: [{ volume: '100' }] }, 5, options)
    expect(result).toEqual({ values: { units: 3 }, errors: {} })
  })

  it('puts each sentence at the field that stands for its path', async () => {
    const { errors } = await resolve({ units: '9', steps: [] }, 5, options)
    expect(errors).toMatchObject({
      units: { message: 'At most 5.' },
      steps: { root: { message: 'Add a step.' } },
    })
  })
})

describe('what stands under a field', () => {
  const issues = { units: ['At most 5.'], steps: ['Add a step.'] }
  const untouched = { errors: {}, touchedFields: {}, isSubmitted: false }

  it('is nothing before the field was left', () => {
    expect(fieldError(untouched, issues, 'units')).toBeUndefined()
  })

  it('is the rule once it was left, or once the form was to be sent', () => {
    expect(fieldError({ ...untouched, touchedFields: { units: true } }, issues, 'units')).toBe(
      'At most 5.',
    )
    expect(fieldError({ ...untouched, isSubmitted: true }, issues, 'steps')).toBe('Add a step.')
    const inside = { ...untouched, touchedFields: { steps: [{ volume: true }] } }
    expect(fieldError(inside, issues, 'steps')).toBe('Add a step.')
  })

  it('is what the service said, as long as it stands', () => {
    const errors = { units: { type: 'service', message: 'Too small.' } } as never
    expect(fieldError({ ...untouched, errors, isSubmitted: true }, issues, 'units')).toBe(
      'Too small.',
    )
  })

  it('goes when the rule holds again, whatever the form remembers', () => {
    const errors = { units: { type: 'contract', message: 'At most 5.' } } as never
    expect(fieldError({ ...untouched, errors, isSubmitted: true }, {}, 'units')).toBeUndefined()
  })
})
