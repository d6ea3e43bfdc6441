import { useNavigate } from '@tanstack/react-router'

import { type MarketChoice, openWorld } from '#contract/system.ts'
import { useAttempt } from '#forms/use-attempt.tsx'
import { ownAddress } from '#in-page/own-address.ts'
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
  const { connections } = useSessionStore()
  const paired = useSession((session) => session.connections)
  const isOwn = useConnection()?.baseUrl === ownAddress()
  const isOffered = useExtension(openWorld) === true && isOwn
  const openNow = useOpenWorldName()
  const navigate = useNavigate()
  const { attempt, problem, isBusy } = useAttempt()
  const others = paired.filter(
    ({ baseUrl, world }) => baseUrl === ownAddress() && Boolean(world) && world !== openNow,
  )
  const open = (market: MarketChoice) =>
    attempt(async () => {
      const { code } = await client.call(openWorld, { body: { market } })
      const kept = others.find(({ world }) => worldNamed(world).market === market)
      // Another document keeps nothing of the world that was left.
      if (!kept) return location.assign(`/#pair=${code}`)
      connections.switchTo(kept.id)
      await navigate({ to: '/portfolio' })
    })
  return { isOffered, openNow, others, open, problem, isBusy }
}
