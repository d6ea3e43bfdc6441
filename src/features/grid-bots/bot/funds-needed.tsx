import { useQuery } from '@tanstack/react-query'

import type { ApiError } from '#client/api-error.ts'
import type { GridBot } from '#contract/grid-bots.ts'
import type { Id } from '#contract/primitives.ts'
import { isPositive } from '#money/decimal.ts'
import { plural } from '#money/format.ts'
import { failureOf, refusalWords } from '#query/failure-words.ts'
import { can } from '#trading/allowed.ts'
import { Amount, UnknownValue } from '#ui/amount.tsx'
import { FactList, type Facts, money } from '#ui/facts.tsx'
import { CheckIcon, WarningIcon } from '#ui/icons.tsx'
import { Note } from '#ui/note.tsx'
import { Section } from '#ui/page.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Meter } from '#ui/progress-bar.tsx'
import { NotLoaded } from '#ui/error-state.tsx'

import { currenciesOf } from '../bot-facts.ts'
import { requiredBalancesOf } from '../queries.ts'
import { pendingOrders, whyNoSize } from './grid-lines.ts'
import {
  type FundsSide,
  fundsSides,
  fundsVerdict,
  type FundsVerdict,
  placesFor,
} from './required-funds.ts'

export function FundsNeeded({ botId, bot }: { botId: Id; bot?: GridBot | undefined }) {
  // The spec has this request for spot accounts only.
  const obstacle = bot && can.readRequiredBalances(bot)
  const { data, error, refetch } = useQuery({
    ...requiredBalancesOf(botId),
    enabled: obstacle === undefined,
  })
  return (
    <Section title="Needed to restart" className="pb-2.5">
      {obstacle !== undefined && (
        <Note>
          The service gives this for spot accounts only. This bot trades with leverage: the exchange
          asks for margin instead.
        </Note>
      )}
      {data && (
        <>
          <p className="-mt-1.5 mb-1.5 text-caption text-ink-3">
            <Verdict verdict={fundsVerdict(data)} base={data.required_balance.base.currency} />
          </p>
          {fundsSides(data).map((side, index) => (
            <Side key={index} side={side} />
          ))}
          <p className="border-t border-hairline pt-2 text-caption text-ink-3">
            Covered is the required amount less what is missing. The balance itself is not given and
            may be higher.
          </p>
        </>
      )}
      {!data && error && <FundsFailure error={error} onRetry={() => void refetch()} />}
      {!data && !error && obstacle === undefined && (
        <div aria-busy className="grid gap-4 py-2">
          <Skeleton width={220} />
          <Skeleton width={180} />
        </div>
      )}
    </Section>
  )
}

function Verdict({ verdict, base }: { verdict: FundsVerdict; base: string | undefined }) {
  switch (verdict.kind) {
    case 'ready':
      return 'No swap needed.'
    case 'not enough':
      return 'It cannot be started now: something is missing and the other currency does not cover it.'
    case 'trades first':
      if (!verdict.quantity || !verdict.currency) {
        return 'Something has to be traded first. The service does not say what.'
      }
      return verdict.currency === base ? (
        <>
          It first buys <Amount value={verdict.quantity} minPlaces={2} unit={verdict.currency} />.
        </>
      ) : (
        <>
          It first sells {base} for <Amount value={verdict.quantity} unit={verdict.currency} />.
        </>
      )
  }
}

function Side({ side }: { side: FundsSide }) {
  const { currency = 'Unknown currency', required, missing, covered, share } = side
  const places = placesFor(currency, required, missing)
  return (
    <div className="border-t border-hairline py-2">
      <div className="flex items-center justify-between gap-3">
        <span className="font-medium">{currency}</span>
        {!missing ? (
          <UnknownValue reason="The service did not say what is missing." />
        ) : isPositive(missing) ? (
          <span className="inline-flex items-center gap-1 text-caption text-caution">
            <WarningIcon size={14} />
            Missing <Amount value={missing} places={places} />
          </span>
        ) : (
          <span className="inline-flex items-center gap-1 text-caption text-ink-2">
            <CheckIcon size={14} />
            Covered
          </span>
        )}
      </div>
      {share !== undefined && (
        <div className="my-1.5">
          <Meter value={share} label={`Share of the required ${currency} that is covered`} />
        </div>
      )}
      <div className="flex justify-between gap-3 text-caption text-ink-2 tabular-nums">
        <span className="inline-flex gap-1">
          Required <Amount value={required} places={places} />
        </span>
        <span className="inline-flex gap-1">
          covered <Amount value={covered} places={places} />
        </span>
      </div>
    </div>
  )
}

function FundsFailure({ error, onRetry }: { error: ApiError; onRetry: () => void }) {
  const { failure } = error
  if (failure.kind === 'refused' && failure.status === 422) {
    return (
      <Note>
        The service does not give this for the bot as it is now. It answered {refusalWords(failure)}
      </Note>
    )
  }
  if (failure.kind === 'refused' && failure.status === 404) {
    return <Note tone="caution">The service knows no grid bot with this id for this key.</Note>
  }
  return <NotLoaded what="The funds" {...failureOf(error)} onRetry={onRetry} />
}

export const NO_ORDERS = 'The service does not say which orders are placed.'

export const FundsInOrders = ({ bot }: { bot: GridBot }) => (
  <Section title="Funds in orders">
    <FactList of={fundsInOrders(bot)} isLined isTight className="border-t border-hairline-2" />
  </Section>
)

export function fundsInOrders(bot: GridBot): Facts {
  const { base, quote } = currenciesOf(bot)
  const orders = pendingOrders(bot)
  const noSize = whyNoSize(bot)
  const slot = { hasUnitSlot: true, reason: orders ? noSize : NO_ORDERS }
  const held = (count: number | undefined, side: string) =>
    `Held for ${count === undefined ? `${side} orders` : plural(count, side)}`
  return {
    [held(orders?.buys, 'buy')]: money(orders?.inBuys, quote, slot),
    [held(orders?.sells, 'sell')]: (
      <Amount value={orders?.inSells} minPlaces={2} unit={base} {...slot} />
    ),
    'Total at the last price': money(orders?.together, quote, slot),
  }
}
