import { canDuplicate, type Transport, transportWithoutAsking } from '#client/transport.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { setSmartTradeNote } from '#contract/smart-trades.ts'
import { setMode } from '#contract/system.ts'
import { isAnsweredHere } from '#in-page/own-address.ts'
import { reducesRisk } from '#intents/intent.ts'
import type { ConnectionProfile } from '#session/connection-profile.ts'

import type { KnownMode } from './known-mode.ts'
import { type Pause, pauseWords } from './scheduler.ts'

export type SendingState = {
  /** True if the page has another connection or key by now. */
  isLeft?: boolean
  isWriteEnabled: boolean
  /** True if the browser may deliver an order twice and the user has not accepted that. */
  mayDuplicate: boolean
  mode: KnownMode['state']
  /** `navigator.onLine`. Irrelevant for a service on this machine. */
  isOnline: boolean
  /** Origin of the service. */
  origin: string
  pause: Pause | undefined
  /** Set if the service trades at the prices of a real market. */
  prices?: string | undefined
}

/** Reason, as a sentence, why a write cannot be sent now. Used by the sender and by all buttons. */
export function sendingObstacle(
  state: SendingState,
  request: Pick<Endpoint, 'name' | 'effect'>,
): string | undefined {
  if (state.isLeft) return 'The connection was locked, switched or given another key.'
  const { isWriteEnabled, mayDuplicate, mode, isOnline, origin, pause, prices } = state
  if (!isWriteEnabled) return 'This connection is read only. Switch trading on in Settings.'
  if (mayDuplicate && !isIdempotent(request)) {
    return 'An order could arrive more than once. See Settings, Connections.'
  }
  if (!isOnline && !isThisMachine(origin)) return 'This browser is offline.'
  if (pause) return pauseWords(pause)
  if (prices && request.effect?.movesMoney !== false && prices !== 'live')
    return prices === 'filling' ? FILLING : STOPPED
  if (mode === 'settled' || request.name === setMode.name) return undefined
  if (mode === 'in doubt') return 'The last mode switch has no known result yet.'
  // Stops and closes name an id, which means the same in either mode.
  if (isRiskFree(request)) return undefined
  if (mode === 'offline') return 'Offline: the service cannot be reached.'
  return mode === 'coming'
    ? 'Reading the mode from the service.'
    : 'The service has not confirmed its mode for more than a minute.'
}

const STOPPED = 'Prices have stopped. Orders are taken again when they return.'
const FILLING = 'Prices are being brought up to date. Orders are taken again then.'

const isRiskFree = (request: Pick<Endpoint, 'name' | 'effect'>): boolean =>
  reducesRisk(request) || request.name === setSmartTradeNote.name

const isIdempotent = (request: Pick<Endpoint, 'name' | 'effect'>): boolean =>
  isRiskFree(request) || request.name === setMode.name

/** True for a service that is reached without a network. */
export const isThisMachine = (origin: string): boolean =>
  isAnsweredHere(origin) ||
  /^(localhost|.+\.localhost|127\.[\d.]+|\[::1\])$/.test(new URL(origin).hostname)

type TransportFacts = Pick<ConnectionProfile, 'baseUrl' | 'transport' | 'acceptsDuplicates'>

/** Transport of writes on a connection; `undefined` until it was tested. */
export function transportOf(
  { baseUrl, transport }: Pick<TransportFacts, 'baseUrl' | 'transport'>,
  remembersKeys = false,
): Transport | undefined {
  const known = transportWithoutAsking({ baseUrl, pageOrigin: location.origin, remembersKeys })
  if (remembersKeys || known === 'no-streams') return known
  // A stored 'no-streams' may be older than the browser's support for streams.
  return transport && transport.kind !== 'no-streams' ? transport.kind : known
}

/** True if the browser may deliver an order twice and the user has not accepted that. */
export const mayDuplicate = (connection: TransportFacts, remembersKeys: boolean): boolean =>
  !connection.acceptsDuplicates && canDuplicate(transportOf(connection, remembersKeys))

/** True if a write may be sent as text without streams: duplicates are harmless or accepted. */
export const goesAsText = (connection: TransportFacts, endpoint: Pick<Endpoint, 'name'>): boolean =>
  canDuplicate(transportOf(connection)) && (connection.acceptsDuplicates || isIdempotent(endpoint))
