import type { Endpoint } from '#contract/endpoint.ts'
import type { Intent } from '#intents/intent.ts'
import { createJournal } from '#intents/journal.ts'
import { memoryJournal } from '#intents/journal-store.ts'
import { createReconciler } from '#intents/reconciler.ts'

import { settled } from './a-command-sender.ts'
import { memoryLocks } from './memory-locks.ts'

/** What is asked for, and what is made of it. */
export const BODY = JSON.stringify({
  account_id: 7,
  pair: 'USDT_BTC',
  position: { type: 'buy', order_type: 'market', units: { value: '1' } },
})
export const TRADE = {
  position: { type: 'buy', units: { value: '1' } },
  data: { created_at: 1_000_500 },
}

type Wishes = {
  answers: (count: number, request: unknown) => unknown
  locks?: ReturnType<typeof memoryLocks>
  offset?: () => number | undefined
  isLeft?: () => boolean
}

/** A reconciler over a service that gives these answers in turn, where time passes at once. */
export async function looking(intent: Intent, wishes: Wishes) {
  const { answers, locks = memoryLocks(), offset = () => 0, isLeft = () => false } = wishes
  const journal = createJournal({ store: memoryJournal(), openedAt: 0, announce: () => undefined })
  await journal.record(intent)
  const clock = { now: 1_030_000 }
  const reads: { endpoint: string; at: number }[] = []
  const reconciler = createReconciler({
    journal,
    locks,
    now: () => clock.now,
    wait: async (milliseconds) => void (clock.now += milliseconds),
    read: async ({ name }: Endpoint, request: unknown) => {
      reads.push({ endpoint: name, at: clock.now - 1_030_000 })
      const answer = answers(reads.length, request)
      if (answer instanceof Error) throw answer
      return answer
    },
    offers: () => true,
    offset,
    isLeft,
  })
  const shown = () => journal.find(intent.id)
  return { journal, reconciler, reads, shown }
}

export const until = async (isTrue: () => boolean) => {
  while (!isTrue()) await settled()
}
export const ended = ({ shown }: Awaited<ReturnType<typeof looking>>) =>
  until(() => shown()?.looked?.endedAt !== undefined)
