import { useQuery } from '@tanstack/react-query'

import type { Id } from '#contract/primitives.ts'
import { useAreOffersKnown } from '#query/service.tsx'
import { useAddressBook, useConnection, useSessionStore } from '#session/use-session.ts'
import { Chip } from '#ui/chip.tsx'
import { PlusIcon } from '#ui/icons.tsx'
import { Section } from '#ui/page.tsx'
import { Table, Th } from '#ui/table.tsx'

import { latestTrades } from '../queries.ts'
import { FollowForm } from './follow-form.tsx'
import { botsInTrades } from './followed-ids.ts'
import { FollowedRow } from './followed-row.tsx'

type FollowedBotsProps = { stopReason: string | undefined; onStop: (id: Id) => void }

/** The grid bots of a service that lists none: whatever ids were typed here or stand in the history. */
export function FollowedBots({ stopReason, onStop }: FollowedBotsProps) {
  const connection = useConnection()
  const { addressBook } = useSessionStore()
  const hasTold = useAreOffersKnown()
  const { gridBots: followed } = useAddressBook()
  const { data: trades } = useQuery(latestTrades())
  const found = botsInTrades(trades ?? []).filter((id) => !followed.includes(id))
  if (!connection) return null

  const follow = (ids: readonly Id[]) =>
    ids.forEach((id) => addressBook.followGridBot(connection.id, id))
  return (
    <div className="pt-3">
      <p className="max-w-140 pb-4 text-ink-2">
        {hasTold
          ? 'No list of grid bots comes from this service.'
          : 'Whether this service lists its grid bots is not known yet.'}{' '}
        Follow a bot by its id: its funds are read, and it can be stopped here. Range, orders and
        profit are not told until the service returns the bot from a stop.
      </p>
      <FollowForm onFollow={follow} />
      {found.length > 0 && (
        <div className="flex flex-wrap items-center gap-2 pt-4">
          <span className="text-ink-2">In the latest 200 closed trades:</span>
          {found.map((id) => (
            <Chip key={id} onClick={() => follow([id])} aria-label={`Follow bot ${id}`}>
              <PlusIcon size={14} />
              Bot {id}
            </Chip>
          ))}
          {found.length > 1 && (
            <button type="button" className="link touch" onClick={() => follow(found)}>
              Follow all {found.length}
            </button>
          )}
        </div>
      )}
      {followed.length > 0 && (
        <Section title="Followed" hasLine className="mt-6">
          <Table caption="Followed grid bots" hasBleed isTight>
            <thead>
              <tr>
                <Th>Bot</Th>
                <Th className="max-sm:hidden">Pair</Th>
                <Th>State</Th>
                <Th className="max-sm:hidden">Funds to launch it again</Th>
                <Th className="max-md:hidden">Checked</Th>
                <Th>
                  <span className="sr-only">Stop or unfollow</span>
                </Th>
              </tr>
            </thead>
            <tbody>
              {followed.map((id) => (
                <FollowedRow
                  key={id}
                  id={id}
                  stopReason={stopReason}
                  onStop={() => onStop(id)}
                  onUnfollow={() => addressBook.unfollowGridBot(connection.id, id)}
                />
              ))}
            </tbody>
          </Table>
        </Section>
      )}
    </div>
  )
}
