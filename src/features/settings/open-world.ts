import { useNavigate } from '@tanstack/react-router'

import { ApiError, isRefused } from '#client/api-error.ts'
import { type ClientParts, createClient } from '#client/client.ts'
import { getMode, type MarketChoice, openWorld } from '#contract/system.ts'
import type { Decimal } from '#money/decimal.ts'
import { useAttempt } from '#forms/use-attempt.tsx'
import { fetchFrom, ownAddress } from '#in-page/own-address.ts'
import { useExtension, useOpenWorldName, useService } from '#query/service.tsx'
import { useConnection, useSession, useSessionStore } from '#session/use-session.ts'

type World = { market: MarketChoice; world: string; name: string }

/** Paper worlds by market, with the names that connections store. */
const WORLDS: readonly World[] = [
  { market: 'demo', world: 'demo', name: 'The demo world' },
  { market: 'binance', world: 'Binance', name: 'The Binance world' },
  { market: 'kraken', world: 'Kraken', name: 'The Kraken world' },
]

export const worldNamed = (world: string | undefined) =>
  WORLDS.find((one) => one.world === world) ?? DEMO

const [DEMO] = WORLDS as [World]

export type OpenWorld = ReturnType<typeof useOpenWorld>

/** Opens the paper world of a market, and shows it with this browser's key, or pairs with it. */
export function useOpenWorld() {
  const { client } = useService()
  const { connections, session } = useSessionStore()
  const paired = useSession((session) => session.connections)
  const current = useConnection()
  const isOwn = current?.baseUrl === ownAddress()
  const isOffered = useExtension(openWorld) === true && isOwn
  const openNow = useOpenWorldName()
  const navigate = useNavigate()
  const { attempt, problem, isBusy } = useAttempt()
  const others = paired.filter(
    ({ baseUrl, world }) => baseUrl === ownAddress() && Boolean(world) && world !== openNow,
  )
  const keptFor = (market: MarketChoice) =>
    others.find(({ world }) => worldNamed(world).market === market)
  type Wish = { kept?: (typeof others)[number] | undefined; balance?: Decimal | undefined }
  const open = (market: MarketChoice, { kept = keptFor(market), balance }: Wish = {}) =>
    attempt(async () => {
      const { code } = await client.call(openWorld, { body: { market, balance } })
      // The world that was open took this key. Connections made before there were worlds have none.
      if (current && !current.world) connections.update(current.id, { world: openNow })
      // The world may have been deleted or restored since.
      const isKept = kept && !(await isKeyRefused(session.get().credentials.get(kept.id)))
      // Another document keeps nothing of the world that was left.
      if (!isKept) return location.assign(`/#pair=${code}`)
      connections.switchTo(kept.id)
      await navigate({ to: '/portfolio' })
    })
  return { isOffered, openNow, others, open, problem, isBusy }
}

/** True if the page's own service does not know this key in the world that is open. */
async function isKeyRefused(credentials: ClientParts['credentials']): Promise<boolean> {
  const client = createClient({ baseUrl: ownAddress(), credentials, fetch: fetchFrom })
  return client.call(getMode, {}).then(
    () => false,
    (error) => error instanceof ApiError && isRefused(error) && error.failure.status === 401,
  )
}
