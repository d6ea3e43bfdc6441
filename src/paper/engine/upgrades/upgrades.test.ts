import { rmSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import { setMode } from '#contract/system.ts'
import { openPaperHouse } from '#testing/open-paper-house.ts'
import { askFor, keptAnswers, storedFixture } from '#testing/stored-fixture.ts'

/**
 * `format-N.db.gz` is a data file as the last program of format N left it; `format-N.answers.json.gz`
 * is what that program answered at that moment. The trader's world has had a random trader in it: trades
 * of all kinds, open, half filled and ended, grids, DCA bots with deals, deposits and both modes. The
 * world of "second" replays a given market.
 */
const FORMATS = [2]

describe.each(FORMATS)('a data file of format %i', (format) => {
  const { now, answers } = keptAnswers(format)

  it('answers what it answered before', async () => {
    const data = storedFixture(format)
    const paper = await openPaperHouse({ data, startsAt: now })
    for (const [about, expected] of Object.entries(answers)) {
      const [user = '', mode = ''] = about.split(' ')
      const credentials = await paper.addKey({ user })
      const client = paper.clientFor(credentials)
      await client.call(setMode, { query: { mode: mode === 'real' ? 'real' : 'paper' } })
      for (const [target, before] of Object.entries(expected)) {
        const { status, json } = await askFor(paper, credentials, target)
        // A later program may tell more.
        expect({ about, target, status, json: comparable(json) }).toMatchObject({
          about,
          target,
          status: 200,
          json: comparable(before),
        })
      }
    }
    expect(paper.failures).toEqual([])
    await paper.close({ keepData: true })
    rmSync(data, { recursive: true })
  })
})

/** Without the price of a trailing stop: the program of format 2 showed where it had begun. */
function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([name, member]) => [name, comparable(member)] as const)
  const whole = Object.fromEntries(members)
  const trails = (whole['conditional'] as { trailing?: { enabled?: boolean } } | undefined)
    ?.trailing
  if (!trails?.enabled || !('timeout' in whole)) return whole
  return { ...whole, conditional: { trailing: trails }, total: null }
}
