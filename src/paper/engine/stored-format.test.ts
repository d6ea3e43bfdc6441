import { createHash } from 'node:crypto'

import { expect, it } from 'vitest'

import { eventLog } from '#testing/event-log.ts'

import { STORED_FORMAT } from './world.ts'

/** Every member that a record has, as `kind/path`, whatever stands in it. */
function shapeOf(records: readonly { kind: string; json: string }[]): string[] {
  const paths = new Set<string>()
  const walk = (path: string, value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) walk(`${path}[]`, item)
    else if (typeof value === 'object' && value !== null)
      for (const [name, member] of Object.entries(value)) walk(`${path}.${name}`, member)
    else paths.add(path)
  }
  for (const { kind, json } of records) walk(kind, JSON.parse(json))
  return [...paths].toSorted()
}

it('records that are stored in another shape have another format, so that no older ones are read as these', () => {
  const { stored, appended } = eventLog({ seed: 3, ticks: 12_000 }).kept()
  const rows = appended.map(({ journal, json }) => ({ kind: journal, json }))
  const shape = createHash('sha256')
    .update(shapeOf([...stored, ...rows]).join('\n'))
    .digest('hex')
  // Another shape: raise `STORED_FORMAT`, and write both down here.
  expect({ STORED_FORMAT, shape: shape.slice(0, 16) }).toEqual({
    STORED_FORMAT: 2,
    shape: 'b73e6d2bc2c7713f',
  })
})
