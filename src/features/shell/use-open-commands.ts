import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'

import type { Command } from './command-palette.tsx'
import { findLoaded } from './search-results.ts'

/** Ways to the trades and bots that were read already. */
export function useOpenCommands(text: string): Command[] {
  const client = useQueryClient()
  const navigate = useNavigate()
  return findLoaded(client, text).map((thing) => ({
    name: thing.name,
    detail: thing.detail,
    run: () => {
      if (thing.kind === 'smart-trade') {
        void navigate({ to: '/smart-trades', search: { status: 'all', trade: thing.id } })
      } else if (thing.kind === 'grid-bot') {
        void navigate({ to: '/grid-bots/$botId', params: { botId: thing.id } })
      } else {
        void navigate({ to: '/dca-bots/$botId', params: { botId: thing.id } })
      }
    },
  }))
}
