import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'

import { createDcaBot, type DcaBot, type DcaStrategies } from '#contract/dca-bots.ts'
import { listCandles } from '#contract/market.ts'
import { readableRows } from '#contract/read.ts'
import { failureOf } from '#query/failure-words.ts'
import { useExtension } from '#query/service.tsx'
import type { ConnectionProfile } from '#session/connection-profile.ts'
import { useConnection } from '#session/use-session.ts'
import { NoMatch } from '#ui/empty.tsx'
import { NotLoaded } from '#ui/error-state.tsx'
import { BackLink, Page } from '#ui/page.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

import { dcaBotList, strategies } from '../queries.ts'
import type { StrategySearch } from '../search.ts'
import { TokenGate } from '../token/token-gate.tsx'
import { TokenNeeded } from '../token/token-needed.tsx'
import { tokenProblemOf } from '../token/token-problem.ts'
import { hasPicture } from './condition-picture.ts'
import { StrategyGroups } from './strategy-groups.tsx'
import { SupportedWords } from './supported-words.tsx'

type StrategiesPageProps = {
  search: StrategySearch
  onSearch: (change: Partial<StrategySearch>) => void
  /** Takes another token in place. */
  tokenForm: ReactNode
}

/** The catalogue of what can start a deal. */
export function StrategiesPage({ search, onSearch, tokenForm }: StrategiesPageProps) {
  const connection = useConnection()
  const canCreate = useExtension(createDcaBot) === true
  return (
    <Page title="DCA strategies" back={<BackLink to="/dca-bots" page="DCA bots" />}>
      <p className="max-w-140 pt-1 text-ink-2">
        What can open a deal of a DCA bot, as the service lists it.{' '}
        {canCreate ? (
          <>
            A{' '}
            <Link to="/dca-bots/new" className="link touch underline">
              new DCA bot
            </Link>{' '}
            is set to one of them.
          </>
        ) : (
          'Bots are not made here: this is the key to reading them.'
        )}
      </p>
      {connection && (
        <TokenGate connection={connection} tokenForm={tokenForm}>
          <Catalogue
            connection={connection}
            search={search}
            onSearch={onSearch}
            tokenForm={tokenForm}
          />
        </TokenGate>
      )}
    </Page>
  )
}

type CatalogueProps = {
  connection: ConnectionProfile
  search: StrategySearch
  onSearch: StrategiesPageProps['onSearch']
  tokenForm: ReactNode
}

function Catalogue({ connection, search, onSearch, tokenForm }: CatalogueProps) {
  const { type, market } = search
  const { data, error, refetch } = useQuery(
    strategies({
      ...(type !== undefined && { type }),
      ...(market !== undefined && { market_type: market }),
    }),
  )
  const problem = tokenProblemOf(error, connection)
  if (problem) return <TokenNeeded problem={problem} tokenForm={tokenForm} />
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pt-4 pb-2">
        <Segmented
          label="Kind"
          value={type ?? 'all'}
          options={KINDS}
          onChange={(next) => onSearch({ type: next === 'all' ? undefined : next })}
          className="max-sm:w-full"
        />
        <Segmented
          label="Market"
          value={market ?? 'all'}
          options={MARKETS}
          onChange={(next) => onSearch({ market: next === 'all' ? undefined : next })}
          className="max-sm:w-full"
        />
      </div>
      {data === undefined && error && (
        <NotLoaded what="The strategies" {...failureOf(error)} onRetry={() => void refetch()} />
      )}
      {data === undefined && !error && (
        <div aria-busy role="status" aria-label="Loading" className="grid gap-6 pt-6">
          {[320, 280, 300, 260].map((width) => (
            <Skeleton key={width} width={width} />
          ))}
        </div>
      )}
      {data && (
        <Found data={data} search={search} onSearch={onSearch} baseUrl={connection.baseUrl} />
      )}
    </>
  )
}

type FoundProps = Pick<CatalogueProps, 'search' | 'onSearch'> & {
  data: DcaStrategies
  baseUrl: string
}

function Found({ data, search, onSearch, baseUrl }: FoundProps) {
  const conditions = data.deal_start_conditions.filter((condition) => condition !== undefined)
  const hasPrices = useExtension(listCandles) === true
  const { data: bots } = useQuery({ ...dcaBotList({}), select: readableRows<DcaBot> })
  const pairs = pairsOf(bots ?? [])
  const [chosen, setChosen] = useState<string>()
  const pair = chosen ?? pairs[0]
  const chips = [
    ...(search.type === undefined
      ? []
      : [{ label: `Kind: ${search.type}`, onRemove: () => onSearch({ type: undefined }) }]),
    ...(search.market === undefined
      ? []
      : [{ label: `Market: ${search.market}`, onRemove: () => onSearch({ market: undefined }) }]),
  ]
  return (
    <>
      {conditions.length === 0 && (
        <NoMatch
          title="No start condition matches."
          filters={chips}
          onClear={() => onSearch({ type: undefined, market: undefined })}
        />
      )}
      {hasPrices && pairs.length > 1 && conditions.some(hasPicture) && (
        <p className="flex items-center gap-2 pt-1 text-caption text-ink-3">
          Indicators are drawn over
          <Select
            isChip
            aria-label="Pair of the pictures"
            value={pair}
            options={pairs.map((each) => ({ value: each, label: each }))}
            onChange={(event) => setChosen(event.target.value)}
          />
        </p>
      )}
      <StrategyGroups
        conditions={conditions}
        baseUrl={baseUrl}
        bots={bots}
        pair={hasPrices ? pair : undefined}
      />
      <SupportedWords strategies={data} />
    </>
  )
}

/** The pairs of the bots, the most frequent first. */
function pairsOf(bots: readonly DcaBot[]): string[] {
  const counts = new Map<string, number>()
  for (const { pair } of bots) if (pair) counts.set(pair, (counts.get(pair) ?? 0) + 1)
  return [...counts].toSorted(([, a], [, b]) => b - a).map(([pair]) => pair)
}

const KINDS = [
  { value: 'all', label: 'All kinds' },
  { value: 'simple', label: 'Simple' },
  { value: 'indicator', label: 'Indicator' },
  { value: 'signal', label: 'Signal' },
] as const

const MARKETS = [
  { value: 'all', label: 'All markets' },
  { value: 'spot', label: 'Spot' },
  { value: 'futures', label: 'Futures' },
] as const
