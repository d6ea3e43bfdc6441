import { createHash, timingSafeEqual } from 'node:crypto'

import type { Handlers } from '../http/routes.ts'
import { Refusal } from '../refusal.ts'

/** In milliseconds: how long an alert may have been under way, and how far two clocks may differ. */
const FARTHEST = 5 * 60_000

/** Alerts of a charting platform: whoever knows the secret of a bot may tell it what to do. */
export const chartingSignalHandlers = {
  async receiveSignal({ body }, { store, worlds, limits, now, command }) {
    const { bot_id: id, secret = '', action, time } = body
    const userId = await store.worlds.ownerOf('dca_bot', id)
    // The same work for a bot that is not there.
    if (userId === undefined) {
      isSame(secret, undefined)
      throw wrongSecret()
    }
    return command(userId, (engine) => {
      if (!isSame(secret, engine.webhookSecret(id))) throw wrongSecret()
      limits.signal(id)
      if (time !== undefined && time < now - FARTHEST) throw untimely('is older than five minutes')
      // Under --speed the clock that the service tells is ahead of the machine's.
      if (time !== undefined && time > worlds.now() + FARTHEST)
        throw untimely('has not been sent yet')
      engine.signal(id, action)
      return { taken: true }
    })
  },
} satisfies Partial<Handlers>

const wrongSecret = (): Refusal =>
  new Refusal('webhook_secret_invalid', 'The secret is not the one of this bot.')

const untimely = (how: string): Refusal =>
  new Refusal('record_invalid', 'This alert is of another time.', { time: [`The alert ${how}.`] })

/** Takes as long wherever the two differ. */
function isSame(given: string, expected: string | undefined): boolean {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(given), hash(expected ?? '')) && Boolean(expected)
}
