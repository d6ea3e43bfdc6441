import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'

import type { ApiError } from '#client/api-error.ts'
import type { RequiredBalances } from '#contract/grid-bots.ts'
import type { Id } from '#contract/primitives.ts'
import { failureWords } from '#query/failure-words.ts'
import { useKeptIntents, useService } from '#query/service.tsx'
import { toSlashPair } from '#trading/pair.ts'
import { Amount } from '#ui/amount.tsx'
import { Button, StopButton } from '#ui/button.tsx'
import { CheckIcon, CloseIcon, WarningIcon } from '#ui/icons.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Td, Th, Tr } from '#ui/table.tsx'
import { Age, Time } from '#ui/time.tsx'
import { UnknownValue } from '#ui/unknown-value.tsx'

import { BotState } from '../bot-state.tsx'
import { lackingSides } from '../bot/required-funds.ts'
import { requiredBalancesOf } from '../queries.ts'
import { lastStop, toldBot } from '../stop-state.ts'

type FollowedRowProps = {
  id: Id
  stopReason: string | undefined
  onStop: () => void
  onUnfollow: () => void
}

/** A bot known by its id: what the funds call says of it, and whatever a stop has brought back. */
export function FollowedRow({ id, stopReason, onStop, onUnfollow }: FollowedRowProps) {
  const { clock } = useService()
  const intents = useKeptIntents()
  const { data, error, dataUpdatedAt } = useQuery(requiredBalancesOf(id))
  const bot = toldBot(intents, id)
  const stop = lastStop(intents, id)
  const isMissing = error?.failure.kind === 'refused' && error.failure.status === 404
  const { base, quote } = data?.required_balance ?? {}
  const pair = bot?.pair
    ? toSlashPair(bot.pair)
    : base?.currency && quote?.currency && `${base.currency}/${quote.currency}`
  return (
    <Tr>
      <Th scope="row">
        <Link to="/grid-bots/$botId" params={{ botId: id }} className="hover:underline">
          {bot?.name ?? `Bot ${id}`}
        </Link>
        <span className="block text-caption font-normal text-ink-3 sm:hidden">
          {pair}
          {data && <Funds balances={data} />}
        </span>
      </Th>
      <Td className="max-sm:hidden">{pair ?? <span className="text-ink-3">not told</span>}</Td>
      <Td>
        {isMissing ? (
          <span className="text-caution">No such bot</span>
        ) : (
          <>
            <BotState bot={bot} stop={stop} />
            {stop?.outcome.kind === 'placed' && <Told at={stop.endedAt} />}
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
        {dataUpdatedAt > 0 ? <Age at={dataUpdatedAt + (clock.offset() ?? 0)} /> : null}
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
    </Tr>
  )
}

/** Nobody tells what has become of it since. */
const Told = ({ at }: { at: number | undefined }) => (
  <span className="block text-caption text-ink-3">
    told at <Time at={at} style="minute" />
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

/** Only spot accounts have this call: a futures bot is there all the same. */
function Failure({ error }: { error: ApiError }) {
  const { failure } = error
  const isFutures = failure.kind === 'refused' && failure.status === 422
  return (
    <span className="text-ink-3" title={failureWords(error)}>
      {isFutures ? 'told for spot accounts only' : error.message.slice(0, 60)}
    </span>
  )
}
