import { createHash } from 'node:crypto'

import { expect, it } from 'vitest'

import { eventLog } from '#testing/event-log.ts'

import { STORED_FORMAT } from './world.ts'

/** Members that rows of this format may lack: every program of it reads rows with and without them. */
const ADDED =
  /^(history\.order\.role|history\.profit\.fees|dca_bot\.(deals\[\]\.interestPaid|obstacle))$/

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
  return [...paths].filter((path) => !ADDED.test(path)).toSorted()
}

it('records that are stored in another shape have another format, so that no older ones are read as these', async () => {
  const { stored, ended, appended } = (await eventLog({ seed: 3, ticks: 12_000 })).all()
  const trades = ended.map(({ json }) => ({ kind: 'smart_trade', json }))
  const rows = appended.flatMap((row) =>
    row.journal === 'flows' ? [] : [{ kind: row.journal, json: row.json }],
  )
  const shape = createHash('sha256')
    .update(shapeOf([...stored, ...trades, ...rows]).join('\n'))
    .digest('hex')
  // Trade events joined format 7 as rows of their own, which no older record has.
  // Another shape: raise `STORED_FORMAT`, write both down here, and add a step to `upgrades/`.
  expect({ STORED_FORMAT, shape: shape.slice(0, 16) }).toEqual({
    STORED_FORMAT: 7,
    shape: '8ec21cc58c23d332',
  })
})
