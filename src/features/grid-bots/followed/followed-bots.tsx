import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'

import type { ApiError } from '#client/api-error.ts'
import type { RequiredBalances } from '#contract/grid-bots.ts'
import type { HistoricalTrade } from '#contract/history.ts'
import { type Id, readId } from '#contract/primitives.ts'
import { failureWords } from '#query/failure-words.ts'
import { useAreOffersKnown, useKeptIntents, useService } from '#query/service.tsx'
import { useAddressBook, useConnection, useSessionStore } from '#session/use-session.ts'
import { toSlashPair } from '#trading/pair.ts'
import { Amount, UnknownValue } from '#ui/amount.tsx'
import { Button, StopButton } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { Field } from '#ui/field.tsx'
import { CheckIcon, CloseIcon, PlusIcon, WarningIcon } from '#ui/icons.tsx'
import { Section } from '#ui/page.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Table, Td, Th } from '#ui/table.tsx'
import { TextInput } from '#ui/text-input.tsx'
import { Age, Time } from '#ui/time.tsx'

import { BotState, lastStops, returnedBot } from '../bot-state.tsx'
import { lackingSides } from '../bot/required-funds.ts'
import { latestTrades, requiredBalancesOf } from '../queries.ts'

type FollowedBotsProps = { stopReason: string | undefined; onStop: (id: Id) => void }

/** Grid bots of a service without a list, by ids typed here or found in the history. */
export function FollowedBots({ stopReason, onStop }: FollowedBotsProps) {
  const connection = useConnection()
  const { addressBook } = useSessionStore()
  const hasAnswered = useAreOffersKnown()
  const { gridBots: followed } = useAddressBook()
  const { data: trades } = useQuery(latestTrades())
  const found = botsInTrades(trades ?? []).filter((id) => !followed.includes(id))
  if (!connection) return null

  const follow = (ids: readonly Id[]) =>
    ids.forEach((id) => addressBook.followGridBot(connection.id, id))
  return (
    <div className="pt-3">
      <p className="max-w-140 pb-4 text-ink-2">
        {hasAnswered
          ? 'This service does not list its grid bots.'
          : 'It is not known yet whether this service lists its grid bots.'}{' '}
        A grid bot buys at each step down and sells one step higher. Follow one by its id to read
        its funds and to stop it here. Its range, orders and profit are known once the service has
        returned it from a stop.
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
                <Th className="max-sm:hidden">Funds to start it again</Th>
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

function FollowForm({ onFollow }: { onFollow: (ids: readonly Id[]) => void }) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { ids, unreadable } = readIds(text)
    if (unreadable.length > 0) {
      setError(`“${unreadable.join('”, “')}” is not an id. An id is a whole number, such as 48211.`)
      return
    }
    if (ids.length === 0) {
      setError('Type at least one id, such as 48211.')
      return
    }
    setError(undefined)
    setText('')
    onFollow(ids)
  }
  return (
    <form onSubmit={submit} className="flex max-w-120 items-start gap-2" noValidate>
      <Field
        label="Grid bot ids"
        help="several at once"
        hint="Whole numbers between spaces or commas; a link that ends in one works too."
        error={error}
        className="flex-1"
      >
        {(wiring) => (
          <TextInput
            {...wiring}
            value={text}
            inputMode="text"
            autoComplete="off"
            placeholder="48211, 48212"
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <Button look="primary" type="submit" className="mt-5 max-sm:mt-5.5">
        Follow
      </Button>
    </form>
  )
}

type FollowedRowProps = {
  id: Id
  stopReason: string | undefined
  onStop: () => void
  onUnfollow: () => void
}

function FollowedRow({ id, stopReason, onStop, onUnfollow }: FollowedRowProps) {
  const { clock } = useService()
  const intents = useKeptIntents()
  const { data, error, dataUpdatedAt } = useQuery(requiredBalancesOf(id))
  const bot = returnedBot(intents, id)
  const stop = lastStops(intents).get(id)
  const isMissing = error?.failure.kind === 'refused' && error.failure.status === 404
  const { base, quote } = data?.required_balance ?? {}
  const pair = bot?.pair
    ? toSlashPair(bot.pair)
    : base?.currency && quote?.currency && `${base.currency}/${quote.currency}`
  return (
    <tr>
      <Th scope="row">
        <Link to="/grid-bots/$botId" params={{ botId: id }} className="hover:underline">
          {bot?.name ?? `Bot ${id}`}
        </Link>
        <span className="block text-caption font-normal text-ink-3 sm:hidden">
          {pair}
          {data && <Funds balances={data} />}
        </span>
      </Th>
      <Td className="max-sm:hidden">{pair ?? <span className="text-ink-3">unknown</span>}</Td>
      <Td>
        {isMissing ? (
          <span className="text-caution">No such bot</span>
        ) : (
          <>
            <BotState bot={bot} stop={stop} />
            {stop?.outcome.kind === 'placed' && <ReturnedAt at={stop.endedAt} />}
          </>
        )}
      </Td>
      <Td className="max-sm:hidden">
        {data ? (
          <Funds balances={data} />
        ) : error ? (
          <Failure error={error} />
        ) : (
          <Skeleton width={160} />
        )}
      </Td>
      <Td className="text-ink-2 max-md:hidden">
        {dataUpdatedAt > 0 ? <Age at={clock.serviceTime(dataUpdatedAt)} /> : null}
      </Td>
      <Td>
        <span className="flex items-center justify-end gap-3">
          {!isMissing && (
            <StopButton name={bot?.name ?? `bot ${id}`} reason={stopReason} onPress={onStop} />
          )}
          <Button
            look="quiet"
            size="small"
            isIcon
            aria-label={`Unfollow bot ${id}`}
            onClick={onUnfollow}
          >
            <CloseIcon />
          </Button>
        </span>
      </Td>
    </tr>
  )
}

/** Its state since then is unknown. */
const ReturnedAt = ({ at }: { at: number | undefined }) => (
  <span className="block text-caption text-ink-3">
    as of <Time at={at} style="minute" />
  </span>
)

function Funds({ balances }: { balances: RequiredBalances }) {
  const lacking = lackingSides(balances)
  if (!lacking) return <UnknownValue reason="The service did not say what is missing." />
  if (lacking.length === 0) {
    return (
      <span className="inline-flex items-center gap-1.5 text-ink-2">
        <CheckIcon size={14} />
        Covered
      </span>
    )
  }
  return (
    <span className="inline-flex items-center gap-1.5 text-caution">
      <WarningIcon size={14} />
      Missing
      {lacking.map(({ missing, currency }, index) => (
        <Amount key={index} value={missing} unit={currency} />
      ))}
    </span>
  )
}

/** The request exists for spot accounts only, so a futures bot may exist after an error. */
function Failure({ error }: { error: ApiError }) {
  const { failure } = error
  const isFutures = failure.kind === 'refused' && failure.status === 422
  return (
    <span className="text-ink-3" title={failureWords(error)}>
      {isFutures ? 'spot accounts only' : error.message.slice(0, 60)}
    </span>
  )
}

export type ReadIds = { ids: Id[]; unreadable: string[] }

/** Accepts several ids between spaces, commas or semicolons, also "#48211" and links to a bot. */
export function readIds(text: string): ReadIds {
  const ids = new Set<Id>()
  const unreadable: string[] = []
  for (const word of text.split(/[\s,;]+/)) {
    if (word === '') continue
    const id = readId(/^(?:#|.*\/)?([1-9]\d*)\/?$/.exec(word)?.[1] ?? '')
    if (id === undefined) unreadable.push(word)
    else ids.add(id)
  }
  return { ids: [...ids], unreadable }
}

/** Grid bots named as source by closed trades, newest first. */
export function botsInTrades(trades: readonly HistoricalTrade[]): Id[] {
  const ids = trades.flatMap(({ source }) =>
    source?.type === 'grid_bot' && source.id ? readIds(source.id).ids : [],
  )
  return [...new Set(ids)]
}
