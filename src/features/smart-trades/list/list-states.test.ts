import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'

import { ApiError } from '#client/api-error.ts'
import { NowContext } from '#ui/now.tsx'

import { TRADES_INTERVAL } from '../queries.ts'
import { Staleness } from './list-states.tsx'

const NOW = 1_000_000
const shown = (age: number | undefined, error: ApiError | null = null) =>
  renderToStaticMarkup(
    createElement(
      NowContext,
      { value: NOW },
      createElement(Staleness, {
        readAt: age === undefined ? undefined : NOW - age,
        error,
        onRefresh: () => undefined,
      }),
    ),
  )

describe('the age of the list', () => {
  it('is said once it is older than two refreshes, also where none has failed', () => {
    expect(shown(2 * TRADES_INTERVAL - 1_000)).toBe('')
    expect(shown(2 * TRADES_INTERVAL)).toContain('Stale, ')
    expect(shown(2 * TRADES_INTERVAL)).not.toContain('failed')
  })

  it('is said with why the last refresh failed', () => {
    const error = new ApiError({ kind: 'unreachable', because: 'The connection was lost.' })
    expect(shown(60_000, error)).toContain('The last refresh failed. The connection was lost.')
    expect(shown(1_000, error)).toBe('')
  })

  it('is not said of what was never read', () => {
    expect(shown(undefined)).toBe('')
  })
})
