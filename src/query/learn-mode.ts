import type { QueryClient } from '@tanstack/react-query'

import type { Instant } from '#contract/primitives.ts'
import { getMode, type Mode } from '#contract/system.ts'
import type { Journal } from '#intents/journal.ts'

import { endpointQuery } from './endpoint-query.ts'
import { latestSwitch, wordOfSwitch } from './known-mode.ts'

/**
 * Takes down every word on the mode that comes by: what the service tells, what it answers to a
 * switch, and that the outcome of one was left unknown. So it is there after a reload, in every tab.
 */
export function learnMode(
  journal: Pick<Journal, 'kept' | 'subscribe'>,
  queryClient: QueryClient,
  learn: (mode: Mode | undefined, heardAt: Instant, how?: { isTold: boolean }) => void,
): void {
  journal.subscribe(() => {
    const last = latestSwitch(journal.kept())
    const word = last && wordOfSwitch(last)
    if (word) learn(word.mode, word.heardAt)
  })
  const { queryKey } = endpointQuery(getMode, {})
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.queryKey[0] !== queryKey[0]) return
    const told = queryClient.getQueryData(queryKey)
    if (told?.mode) learn(told.mode, query.state.dataUpdatedAt, { isTold: true })
  })
}
