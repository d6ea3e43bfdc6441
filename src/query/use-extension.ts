import { useQuery } from '@tanstack/react-query'

import type { Endpoint } from '#contract/endpoint.ts'
import type { Read } from '#contract/read.ts'
import { getTime, type ServerTime } from '#contract/system.ts'

import { endpointQuery } from './endpoint-query.ts'

/** What the service says of itself: its clock and the extensions it offers. */
export const serviceTime = () => ({ ...endpointQuery(getTime, {}), staleTime: 60_000 })

export const offersOf = ({ extensions }: Read<ServerTime>, endpoint: Endpoint): boolean =>
  extensions?.includes(endpoint.name) ?? false

/** Whether a list that the service may advertise can still come: what is typed instead has to wait. */
export function useIsComing(endpoint: Endpoint, list: { isPending: boolean }): boolean {
  const time = useQuery(serviceTime())
  if (time.data === undefined) return time.isPending
  return offersOf(time.data, endpoint) && list.isPending
}

/** Whether the service advertises an endpoint beyond the spec; `undefined` until it has answered. */
export function useExtension(endpoint: Endpoint): boolean | undefined {
  const { data } = useQuery(serviceTime())
  return data && offersOf(data, endpoint)
}
