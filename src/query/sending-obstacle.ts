import type { Endpoint } from '#contract/endpoint.ts'
import { setSmartTradeNote } from '#contract/smart-trades.ts'
import { setMode } from '#contract/system.ts'
import { reducesRisk } from '#intents/intent.ts'

import type { KnownMode } from './known-mode.ts'

export type Surroundings = {
  /** Whether the page talks to another connection, or with another key, by now. */
  isLeft?: boolean
  /** Whether the connection may write at all. */
  isWriteEnabled: boolean
  /** What is known of the mode. */
  mode: KnownMode['state']
  /** As the browser says; it means its network, and says nothing of this machine. */
  isOnline: boolean
  /** Where the service is. */
  origin: string
  /** Seconds that the service still wants to be left alone. */
  secondsPaused: number
}

/**
 * Why a request cannot go out at this moment, as a sentence. The sender and every button ask here;
 * without a request it is asked for an order. A switch of the mode ends any doubt about it.
 */
export function sendingObstacle(
  around: Surroundings,
  request?: Pick<Endpoint, 'name'>,
): string | undefined {
  if (around.isLeft) return 'The connection was locked or left, or its key is another one now.'
  const { isWriteEnabled, mode, isOnline, origin, secondsPaused } = around
  if (!isWriteEnabled) return 'This connection is read only. Switch trading on in Settings.'
  if (!isOnline && !isThisMachine(origin)) return 'This browser is offline.'
  if (secondsPaused > 0) return `The service asked for a pause: ${secondsPaused} s left.`
  if (mode === 'settled' || request?.name === setMode.name) return undefined
  if (mode === 'in doubt') return 'Whether the mode was switched is not known yet.'
  // They name what was read, so that no mode makes another thing of them.
  if (request && takesRiskAway(request)) return undefined
  return mode === 'coming'
    ? 'The service is being asked for its mode.'
    : 'The service has not confirmed its mode for more than a minute.'
}

const takesRiskAway = (request: Pick<Endpoint, 'name'>): boolean =>
  reducesRisk(request) || request.name === setSmartTradeNote.name

/** A service here is reached without any network. */
export const isThisMachine = (origin: string): boolean =>
  /^(localhost|.+\.localhost|127\.[\d.]+|\[::1\])$/.test(new URL(origin).hostname)
