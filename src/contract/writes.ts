import { api } from './api.ts'
import type { Endpoint, WriteEndpoint } from './endpoint.ts'

/** All write endpoints, including those of stored intents. */
export const writes: readonly WriteEndpoint[] = Object.values<Endpoint>(api).filter(
  (one): one is WriteEndpoint => one.effect !== undefined,
)

const BY_NAME: ReadonlyMap<string, WriteEndpoint> = new Map(writes.map((one) => [one.name, one]))

export const writeNamed = (name: string): WriteEndpoint | undefined => BY_NAME.get(name)
