import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'

import { countRunning, sellAllToUsd } from '#contract/exchanges.ts'
import { listGridBots } from '#contract/grid-bots.ts'
import { CoinsAndDollars } from '#forms/coins-and-dollars.tsx'
import { becomes, Decisive, type EffectRow } from '#forms/effect.tsx'
import { useFigures } from '#forms/use-write.ts'
import { useWriteAction, writeAction } from '#forms/write-action.tsx'
import { NEXT_LINK } from '#forms/write-words.ts'
import { subjectOf } from '#intents/asked.ts'
import type { Intent } from '#intents/intent.ts'
import { useListedAccounts } from '#market/accounts.ts'
import { totalValue } from '#market/assets.ts'
import { dollarPairOf } from '#market/markets.ts'
import { marketOn, useListedPairs } from '#market/pairs.tsx'
import { ACTIVE_LIMIT, activeSmartTrades, everyDcaBot, everyGridBot } from '#market/open-lists.ts'
import { mayStay, phraseFor, type Sale, saleOf } from '#market/sale.ts'
import type { Decimal } from '#money/decimal.ts'
import { plural } from '#money/format.ts'
import { every } from '#query/endpoint-query.ts'
import { useExtension, useService } from '#query/service.tsx'
import { Amount } from '#ui/amount.tsx'
import { Button } from '#ui/button.tsx'
import { Note } from '#ui/note.tsx'
import { Section } from '#ui/page.tsx'

import { UNPRICED } from '../balances/balance-columns.tsx'
import { balanceTableOf, runningOn } from '../queries.ts'
import { isEverything, type Scope } from '../scopes.tsx'
import { saleImpact, stoppingOf, worthMoved } from './sale.ts'
import { Remains, SellAllReview } from './sell-all-review.tsx'

const sellAll = writeAction(sellAllToUsd, {
  label: 'Review sell-all',
  request: ({ id }: Scope) => ({ params: { id } }),
  obstacle: (scope) => (isEverything(scope) ? 'Choose one account first.' : undefined),
  useFacts({ of: scope, intent }) {
    const table = useQuery({
      ...balanceTableOf(scope.id),
      refetchOnMount: 'always',
      ...(intent?.outcome.kind === 'unknown' && { refetchInterval: every(OFTEN) }),
    })
    const { stopping, isPending } = useStopping(scope)
    const plan = table.data && saleOf(table.data)
    const bookOf = useBooks(scope)
    return {
      table,
      plan,
      impact: plan && saleImpact(plan.sold, bookOf),
      stopping,
      isPending,
      figures: useFigures(table),
      obstacle: table.isError
        ? 'The balances could not be read again.'
        : isPending || !table.data
          ? 'What is sold and stopped is still being read.'
          : undefined,
    }
  },
  whatMoved: (reviewed, now) => worthMoved(saleOf(reviewed), saleOf(now)),
  phrase: ({ name }) => phraseFor(name),
  width: 'review',
  account: ({ of }) => of.name,
  title: ({ of: { name }, answer }) =>
    answer ? `What remains on ${name}` : `Sell everything on ${name} to USD`,
  words: ({ of: { name }, facts }) => ({
    act: labelOf(facts.plan),
    leave: 'Keep everything',
    done: 'Accepted at',
    refused: 'Nothing was sold and nothing stopped.',
    unknown: 'Do not send it again.',
    asked: `sell everything on ${name}`,
  }),
  review: ({ facts: { plan, table } }) => ({
    sentence: plan ? (
      <>
        Sells {plan.sold.some(mayStay) && 'up to '}
        {plural(plan.sold.length, 'asset')} at the market, worth about{' '}
        <Decisive value={plan.proceeds} places={2} unit="USD" reason={UNPRICED} />. It cannot be
        undone.
      </>
    ) : (
      'Sells everything at the market. It cannot be undone.'
    ),
    rows: plan && worthRows(plan, planned(plan)),
    note: table.isError && 'The balances could not be read again.',
    isCaution: true,
  }),
  // No answer confirms that the orders were filled.
  done({ of: { name }, intent, facts: { table }, sentBy }) {
    const since = intent?.endedAt ?? intent?.sentAt ?? 0
    const now = table.data && table.dataUpdatedAt >= since ? saleOf(table.data) : undefined
    const before = sentBy && saleOf(sentBy)
    return {
      sentence: now ? (
        <>
          {name} now holds <Decisive value={totalValue(now.stays)} places={2} unit="USD" /> in
          dollars and <Decisive value={now.proceeds} places={2} unit="USD" /> in coins.
        </>
      ) : (
        `The service accepted the sale. The balances of ${name} are being read.`
      ),
      rows: before && now && worthRows(before, now),
    }
  },
  lists: ({ facts: { stopping, isPending, ...facts } }) => (
    <SellAllReview {...facts} stopping={isPending ? undefined : stopping} />
  ),
  picture: ({ facts: { plan, table }, intent, sentBy }) => {
    const before = sentBy ? saleOf(sentBy) : plan
    const isRead = intent !== undefined && table.dataUpdatedAt >= (intent.endedAt ?? intent.sentAt)
    const after =
      intent?.outcome.kind === 'placed' ? (isRead ? plan : undefined) : plan && planned(plan)
    return (
      <CoinsAndDollars before={before} after={after} isDone={intent?.outcome.kind === 'placed'} />
    )
  },
  placed: ({ intent, facts, sentBy }) =>
    intent && <Remains {...facts} before={sentBy} since={intent.endedAt ?? intent.sentAt} />,
  next: () => ({
    link: (
      <Link to="/history" className={NEXT_LINK}>
        See the sold orders
      </Link>
    ),
  }),
  unknown: ({ intent, facts, sentBy }) =>
    intent && <Remains {...facts} before={sentBy} since={intent.sentAt} />,
  reading({ intent, facts: { table } }) {
    if (!intent) return undefined
    return table.dataUpdatedAt > intent.sentAt
      ? {
          at: table.dataUpdatedAt,
          words: 'Balances read again. Compare what is held now with what was held before.',
        }
      : { words: 'The balances are being read.' }
  },
})

const OFTEN = 5_000

/** Balances once everything is sold at the shown prices; assets that may remain are not sold. */
export const planned = ({ sold, stays, unpriced }: Sale): Sale => {
  const left = sold.filter(mayStay)
  return {
    sold: left,
    stays: [...stays, ...sold.filter((asset) => !mayStay(asset))],
    proceeds: totalValue(left),
    unpriced,
  }
}

export const worthRows = (before: Sale, after: Sale): EffectRow[] => {
  const usd = (value: Decimal | undefined) => <Amount value={value} places={2} reason={UNPRICED} />
  return [
    becomes('Coins, USD', before.proceeds, after.proceeds, usd),
    becomes('Dollars, USD', totalValue(before.stays), totalValue(after.stays), usd),
  ]
}

function useBooks(scope: Scope) {
  const { accounts } = useListedAccounts()
  const { pairs = [] } = useListedPairs()
  const exchange = accounts?.find(({ id }) => id === scope.id)?.exchange
  return (code: string) => {
    const pair = dollarPairOf(code, pairs)
    return pair === undefined ? undefined : marketOn(exchange, pair, pairs)
  }
}

/** Button text, without claims beyond what is known. */
function labelOf(plan: Sale | undefined): string {
  const sold = plan?.sold ?? []
  if (sold.length === 0) return plan ? 'Stop everything' : 'Sell everything to USD'
  const most = sold.some(mayStay) ? 'up to ' : ''
  return `Sell ${most}${plural(sold.length, 'asset')} to USD`
}

export function SellEverything({ scope }: { scope: Scope }) {
  const { block, open, sheet } = useWriteAction(sellAll)
  const last = useLastSale(scope.id)
  const isUnknown = last?.outcome.kind === 'unknown' && last.closedAt === undefined
  return (
    <Section title="Sell everything" hasLine className="pt-1">
      <p className="mb-2.5 text-caption text-ink-2">
        {isEverything(scope)
          ? 'Sells everything in one account for USD and stops its bots and trades. All accounts cannot be sold at once.'
          : `Sells what ${scope.name} holds to USD and stops its bots and trades. It cannot be undone.`}
      </p>
      {isUnknown && (
        <Note tone="caution" className="mb-2.5">
          The outcome of the last sale is unknown.
        </Note>
      )}
      {isUnknown ? (
        <Button onClick={() => open(scope)}>See what is known</Button>
      ) : (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Button
            look="danger-open"
            reason={sellAll.obstacle(scope) ?? block}
            onClick={() => open(scope)}
          >
            {sellAll.label}
          </Button>
        </div>
      )}
      {sheet}
    </Section>
  )
}

function useLastSale(scopeId: string): Intent | undefined {
  const { journal } = useService().sender
  const intents = useSyncExternalStore(journal.subscribe, journal.all)
  return intents.find(
    (intent) => intent.endpoint.name === sellAllToUsd.name && subjectOf(intent)?.id === scopeId,
  )
}

function useStopping(scope: Scope) {
  const areGridBotsListed = useExtension(listGridBots)
  const isCounting = useExtension(countRunning)
  const fresh = { refetchOnMount: 'always', retry: false } as const
  const smartTrades = useQuery({ ...activeSmartTrades(scope.accountId), ...fresh })
  const dcaBots = useQuery({ ...everyDcaBot(), ...fresh })
  const gridBots = useQuery({ ...everyGridBot(), ...fresh, enabled: areGridBotsListed === true })
  const counts = useQuery({
    ...runningOn(scope.id),
    ...fresh,
    enabled: isCounting === true && !isEverything(scope),
  })
  const asked = [
    smartTrades,
    dcaBots,
    ...(areGridBotsListed === true ? [gridBots] : []),
    ...(isCounting === true ? [counts] : []),
  ]
  return {
    stopping: stoppingOf({
      connectionId: scope.id,
      accountId: scope.accountId,
      smartTrades: readNow(smartTrades),
      areSmartTradesCut: (smartTrades.data?.length ?? 0) >= ACTIVE_LIMIT,
      dcaBots: readNow(dcaBots),
      gridBots: readNow(gridBots),
      counted: counts.isError ? 'unread' : counts.data,
    }),
    isPending:
      areGridBotsListed === undefined ||
      isCounting === undefined ||
      asked.some(({ isFetchedAfterMount }) => !isFetchedAfterMount),
  }
}

/** Rejects cached lists of other pages if they cannot be read again. */
const readNow = <T,>({ data, isError }: { data: T; isError: boolean }) =>
  isError ? undefined : data
