import type { QueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useSyncExternalStore } from 'react'

import type { Client } from '#client/client.ts'
import type { Clock } from '#client/clock.ts'
import type { DriftReport } from '#client/drift.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { getTime } from '#contract/system.ts'
import type { CommandSender } from '#intents/command-sender.ts'
import type { Intent } from '#intents/intent.ts'

import { endpointQuery } from './endpoint-query.ts'
import type { Extensions } from './extensions.ts'
import type { Scheduler } from './scheduler.ts'

/** What talks to the service of the current connection; a new one for each connection. */
export type Service = {
  client: Client
  sender: CommandSender
  scheduler: Scheduler
  extensions: Extensions
  clock: Clock
  drift: DriftReport
  /** Aborted when the connection is left, locked or given another key. */
  life: AbortSignal
}

const ServiceContext = createContext<Service | undefined>(undefined)

export const ServiceProvider = (props: { service: Service; children: ReactNode }) => (
  <ServiceContext value={props.service}>{props.children}</ServiceContext>
)

export function useService(): Service {
  const service = use(ServiceContext)
  if (!service) throw new Error('useService stands outside its ServiceProvider')
  return service
}

/** What one connection needs to be talked to: made anew when the connection or its key changes. */
export type ConnectionContext = {
  /** No two houses have the same, so that nothing on the page outlives the one it was drawn for. */
  id: string
  service: Service
  queryClient: QueryClient
  /** Ends what goes on by itself: with this connection and key nothing more is asked. */
  leave: () => void
}

/**
 * Every intent that this browser keeps of the connection, newest first, also those that ended on an
 * earlier page: what a report says after a reload is looked up here by the id of its intent. Empty
 * until they have been read; `journal.isLoaded` says whether they have.
 */
export function useKeptIntents(): readonly Intent[] {
  const { journal } = useService().sender
  return useSyncExternalStore(journal.subscribe, journal.kept)
}

/** What the service says of itself: its clock and the extensions it offers. */
export const serviceTime = () => ({
  ...endpointQuery(getTime, {}),
  staleTime: 60_000,
  // It is asked again on its own terms: see the reader.
  retry: false,
})

/** Whether a list that the service may advertise can still come: what is typed instead has to wait. */
export function useIsComing(endpoint: Endpoint, list: { isPending: boolean }): boolean {
  const isOffered = useExtension(endpoint)
  return isOffered === undefined || (isOffered && list.isPending)
}

/** Whether the service offers this beyond the spec; `undefined` until that is known. */
export function useExtension(endpoint: Pick<Endpoint, 'name'>): boolean | undefined {
  const { extensions } = useService()
  return useSyncExternalStore(extensions.subscribe, () => extensions.offers(endpoint.name))
}

/** Whether the service has ever said what it offers: what is not offered is only not known otherwise. */
export function useAreOffersKnown(): boolean {
  const { extensions } = useService()
  return useSyncExternalStore(extensions.subscribe, extensions.areKnown)
}
