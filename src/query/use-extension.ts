import { useSyncExternalStore } from 'react'

import type { Endpoint } from '#contract/endpoint.ts'
import { getTime } from '#contract/system.ts'

import { endpointQuery } from './endpoint-query.ts'
import { useService } from './service.tsx'

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

/** Whether the service offers an endpoint beyond the spec; `undefined` until that is known. */
export function useExtension(endpoint: Endpoint): boolean | undefined {
  const { extensions } = useService()
  return useSyncExternalStore(extensions.subscribe, () => extensions.offers(endpoint.name))
}

/** Whether the service has ever said what it offers: what is not offered is only not known otherwise. */
export function useHasToldOffers(): boolean {
  const { extensions } = useService()
  return useSyncExternalStore(extensions.subscribe, extensions.hasTold)
}
