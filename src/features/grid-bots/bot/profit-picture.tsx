import { useQuery } from '@tanstack/react-query'

import type { GridBot } from '#contract/grid-bots.ts'
import type { Id } from '#contract/primitives.ts'
import { accountOf } from '#market/names.tsx'
import { ProfitChart } from '#market/profit-panel.tsx'
import { profitOverTime, profitsIn, useHistoryOf, useMostOrders } from '#market/profits.ts'
import { formatCount } from '#money/format.ts'
import { failureWords } from '#query/failure-words.ts'
import { useService } from '#query/service.tsx'
import { splitPair } from '#trading/pair.ts'
import { Section } from '#ui/page.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Time } from '#ui/time.tsx'

import { gridResult } from '../bot-facts.ts'
import { tradesOn } from '../queries.ts'

/** What the bot has realised over time, from the trades that the history names it for. */
export function ProfitPicture({ bot, botId }: { bot: GridBot; botId: Id }) {
  const { account_id: accountId, pair } = bot
  const { clock } = useService()
  const most = useMostOrders()
  const { data, error, dataUpdatedAt } = useQuery(
    tradesOn(useHistoryOf('grid_bot', String(botId)), accountId, pair, most),
  )
  const amongLatest = `the latest ${formatCount(most)} orders`
  const { quote } = splitPair(pair)
  const isWhole = data && data.length < most
  const of = { source: 'grid_bot', id: String(botId), currency: quote } as const
  const { profits, unread } = profitsIn(data ?? [], of)
  const points = profitOverTime(profits, {
    from: isWhole ? bot.created_at : undefined,
    total: isWhole ? undefined : gridResult(bot).realised,
    until: clock.serviceTime(dataUpdatedAt),
  })
  const [first] = points
  return (
    <Section
      title="Profit over time"
      caption={
        first && (
          <>
            realised since <Time at={first.at} style="date" />
            {isWhole ? '' : `, from ${amongLatest}`}
            {unread > 0 && `, without ${unread} that could not be read`}
          </>
        )
      }
    >
      {first && (
        <ProfitChart points={points} currency={quote} of={bot.name} account={accountOf(bot)} />
      )}
      {!data && (
        <p className="py-2 text-ink-2">
          {error ? (
            `The history could not be loaded: ${failureWords(error)}`
          ) : (
            <Skeleton width={280} />
          )}
        </p>
      )}
      {data && !first && (
        <p className="py-2 text-ink-2">
          The history has no closing order of this bot{isWhole ? '' : ` among ${amongLatest}`} yet.
        </p>
      )}
    </Section>
  )
}
