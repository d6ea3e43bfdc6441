import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'

import { listGridBots } from '#contract/grid-bots.ts'
import { endpointQuery } from '#query/endpoint-query.ts'
import { useExtension } from '#query/use-extension.ts'
import { useAddressBook } from '#session/use-session.ts'

import type { Command } from './command-palette.tsx'

/** More would be a list to read, not to pick from. */
const MOST = 20

/** Ways to the sheet that stops a grid bot: each opens it, and nothing is sent. */
export function useStopCommands(text: string): Command[] {
  const navigate = useNavigate()
  const isListed = useExtension(listGridBots)
  const { gridBots: followed } = useAddressBook()
  const { data } = useQuery({ ...endpointQuery(listGridBots, {}), enabled: isListed === true })
  const words = text.trim().toLowerCase()
  if (words === '') return []
  const bots =
    isListed === true
      ? (data ?? []).flatMap(({ id, name, is_enabled: isEnabled }) =>
          id === undefined || isEnabled === false ? [] : [{ id, name: name ?? `bot ${id}` }],
        )
      : followed.map((id) => ({ id, name: `grid bot ${id}` }))
  const commands = bots.map(({ id, name }) => ({
    name: `Stop ${name}`,
    detail: `opens the review, ${id}`,
    run: () =>
      void navigate({ to: '/grid-bots/$botId', params: { botId: id }, search: { stop: true } }),
  }))
  const all = {
    name: 'Stop all grid bots',
    detail: 'opens the review',
    run: () => void navigate({ to: '/grid-bots', search: { stop: 'all' } }),
  }
  return [...(bots.length > 1 ? [all] : []), ...commands]
    .filter(({ name, detail }) => `${name} ${detail}`.toLowerCase().includes(words))
    .slice(0, MOST)
}
