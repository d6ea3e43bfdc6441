import { type QueryClient, useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useSyncExternalStore } from 'react'

import type { Client } from '#client/client.ts'
import type { Clock } from '#client/clock.ts'
import type { DriftReport } from '#client/drift.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { getTime, type ServerTime } from '#contract/system.ts'
import type { CommandSender } from '#intents/command-sender.ts'
import type { Intent } from '#intents/intent.ts'
import { useConnection } from '#session/use-session.ts'

import { endpointQuery, every } from './endpoint-query.ts'
import type { Extensions } from './extensions.ts'
import type { Scheduler } from './scheduler.ts'

/** Access to the service of one connection. */
export type Service = {
  client: Client
  sender: CommandSender
  scheduler: Scheduler
  extensions: Extensions
  clock: Clock
  drift: DriftReport
  /** Aborted when the connection is switched, locked or given another key. */
  life: AbortSignal
}

const ServiceContext = createContext<Service | undefined>(undefined)

export const ServiceProvider = (props: { service: Service; children: ReactNode }) => (
  <ServiceContext value={props.service}>{props.children}</ServiceContext>
)

export function useService(): Service {
  const service = use(ServiceContext)
  if (!service) throw new Error('useService needs a ServiceProvider')
  return service
}

/** Service and cache of one connection and key. Replaced when either changes. */
export type ConnectionContext = {
  /** Unique. Used as React key, so that no component outlives its context. */
  id: string
  service: Service
  queryClient: QueryClient
  /** Stops all background work. */
  leave: () => void
}

/** All stored intents of the connection, newest first. Empty until `journal.isLoaded`. */
export function useKeptIntents(): readonly Intent[] {
  const { journal } = useService().sender
  return useSyncExternalStore(journal.subscribe, journal.kept)
}

/** Query of the service's clock and extensions. */
export const serviceTime = () => ({
  ...endpointQuery(getTime, {}),
  staleTime: 60_000,
  // The reader has its own back-off for it.
  retry: false,
  refetchInterval: every<ServerTime>(({ data }) =>
    data?.market ? (data.market.state === 'filling' ? GAP_INTERVAL : MARKET_INTERVAL) : Infinity,
  ),
})

/** In milliseconds: how soon a page learns that the prices of a real market have stopped. */
const MARKET_INTERVAL = 5_000
/** In milliseconds: a gap is read within a second or two. */
const GAP_INTERVAL = 1_000

/** The real market at whose prices the connection's world trades, if the service has it open. */
export const useLivePrices = () => {
  const market = useQuery(serviceTime()).data?.market
  const world = useConnection()?.world
  return world && world !== market?.source ? undefined : market
}

/** World that is open: an exchange's name or `demo`. `undefined` until known, or if never told. */
export const useOpenWorldName = (): string | undefined => {
  const { data } = useQuery(serviceTime())
  return data?.market?.source ?? (data?.extensions && 'demo')
}

/** True while a list that the service may offer is loading. Show no text field instead yet. */
export function useIsComing(endpoint: Endpoint, list: { isPending: boolean }): boolean {
  const isOffered = useExtension(endpoint)
  return isOffered === undefined || (isOffered && list.isPending)
}

/** True if the service offers this extension of the API; `undefined` until known. */
export function useExtension(endpoint: Pick<Endpoint, 'name'>): boolean | undefined {
  const { extensions } = useService()
  return useSyncExternalStore(extensions.subscribe, () => extensions.offers(endpoint.name))
}

/** True if the service has ever reported its extensions. Until then, "not offered" is a guess. */
export function useAreOffersKnown(): boolean {
  const { extensions } = useService()
  return useSyncExternalStore(extensions.subscribe, extensions.areKnown)
}
