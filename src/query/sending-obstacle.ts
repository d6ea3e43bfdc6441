import { canDuplicate, type Transport, transportWithoutAsking } from '#client/transport.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { setSmartTradeNote } from '#contract/smart-trades.ts'
import { setMode } from '#contract/system.ts'
import { isAnsweredHere } from '#in-page/own-address.ts'
import { reducesRisk } from '#intents/intent.ts'
import type { ConnectionProfile } from '#session/connection-profile.ts'

import type { KnownMode } from './known-mode.ts'
import { type Pause, pauseWords } from './scheduler.ts'

export type Surroundings = {
  /** Whether the page talks to another connection, or with another key, by now. */
  isLeft?: boolean
  /** Whether the connection may write at all. */
  isWriteEnabled: boolean
  /** Whether a browser could deliver an order more than once, and the trader has not accepted it. */
  mayDuplicate: boolean
  /** What is known of the mode. */
  mode: KnownMode['state']
  /** As the browser says; it means its network, and says nothing of this machine. */
  isOnline: boolean
  /** Where the service is. */
  origin: string
  /** While the service is left alone. */
  pause: Pause | undefined
}

/**
 * Why a request cannot go out at this moment, as a sentence. The sender and every button ask here.
 * A switch of the mode ends any doubt about it.
 */
export function sendingObstacle(
  around: Surroundings,
  request: Pick<Endpoint, 'name' | 'effect'>,
): string | undefined {
  if (around.isLeft) return 'The connection was locked, switched or given another key.'
  const { isWriteEnabled, mayDuplicate, mode, isOnline, origin, pause } = around
  if (!isWriteEnabled) return 'This connection is read only. Switch trading on in Settings.'
  if (mayDuplicate && !isHarmlessTwice(request)) {
    return 'Here an order could arrive more than once. Settings, Connections says what to do.'
  }
  if (!isOnline && !isThisMachine(origin)) return 'This browser is offline.'
  if (pause) return pauseWords(pause)
  if (mode === 'settled' || request.name === setMode.name) return undefined
  if (mode === 'in doubt') return 'The last mode switch has no known result yet.'
  // They name what was read, so that they mean the same in every mode.
  if (takesRiskAway(request)) return undefined
  return mode === 'coming'
    ? 'Reading the mode from the service.'
    : 'The service has not confirmed its mode for more than a minute.'
}

const takesRiskAway = (request: Pick<Endpoint, 'name' | 'effect'>): boolean =>
  reducesRisk(request) || request.name === setSmartTradeNote.name

/** What it comes to is the same however often it is done. */
const isHarmlessTwice = (request: Pick<Endpoint, 'name' | 'effect'>): boolean =>
  takesRiskAway(request) || request.name === setMode.name

/** A service here is reached without any network. */
export const isThisMachine = (origin: string): boolean =>
  isAnsweredHere(origin) ||
  /^(localhost|.+\.localhost|127\.[\d.]+|\[::1\])$/.test(new URL(origin).hostname)

type Travel = Pick<ConnectionProfile, 'baseUrl' | 'transport' | 'acceptsDuplicates'>

/** How writes travel on a connection, as far as it is known; `undefined` until it was tested. */
export function transportOf(
  { baseUrl, transport }: Pick<Travel, 'baseUrl' | 'transport'>,
  remembersKeys = false,
): Transport | undefined {
  const sure = transportWithoutAsking({ baseUrl, pageOrigin: location.origin, remembersKeys })
  if (remembersKeys || sure === 'no-streams') return sure
  // It may have been found in a browser that has learned to send streams.
  return transport && transport.kind !== 'no-streams' ? transport.kind : sure
}

/** Whether a browser could deliver an order more than once here, and the trader has not accepted it. */
export const mayDuplicate = (connection: Travel, remembersKeys: boolean): boolean =>
  !connection.acceptsDuplicates && canDuplicate(transportOf(connection, remembersKeys))

/**
 * Whether a write travels as text where no stream can: what a copy of does no harm, and all others
 * once the trader has accepted that an order may be delivered more than once.
 */
export const goesAsText = (connection: Travel, endpoint: Pick<Endpoint, 'name'>): boolean =>
  canDuplicate(transportOf(connection)) &&
  (connection.acceptsDuplicates || isHarmlessTwice(endpoint))
