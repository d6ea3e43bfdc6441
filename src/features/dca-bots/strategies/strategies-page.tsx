import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'

import { createDcaBot, type DcaBot, receiveSignal } from '#contract/dca-bots.ts'
import { type DcaStrategies, type DealStartCondition } from '#contract/dca-strategies.ts'
import { listCandles } from '#contract/market.ts'
import { readableRows, present } from '#contract/read.ts'
import { valueOfWord } from '#contract/value-of-word.ts'
import { chipsOf, type Filter, FilterControls, withoutFilters } from '#lists/filters.tsx'
import { Loaded } from '#lists/loaded.tsx'
import { useExtension } from '#query/service.tsx'
import { useWhyNotOffered } from '#query/why-not-offered.ts'
import type { ConnectionProfile } from '#session/connection-profile.ts'
import { useConnection } from '#session/use-session.ts'
import { FactList } from '#ui/facts.tsx'
import { BackLink, Page, Section } from '#ui/page.tsx'
import { Select } from '#ui/select.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { NoMatch, noMatchTitle } from '#ui/empty.tsx'
import { optionsOf } from '#ui/options.ts'

import { dcaBotList, strategies } from '../queries.ts'
import { type StrategySearch, strategySearch } from '../search.ts'
import { TokenGate, TokenNeeded } from '../token/token-needed.tsx'
import { tokenProblemOf } from '../token/token-problem.ts'
import { ConditionChart } from './condition-chart.tsx'
import { ConditionOptions } from './condition-options.tsx'
import { hasPicture } from './condition-picture.ts'

type StrategiesPageProps = {
  search: StrategySearch
  onSearch: (change: Partial<StrategySearch>) => void
  tokenForm: ReactNode
}

export function StrategiesPage({ search, onSearch, tokenForm }: StrategiesPageProps) {
  const connection = useConnection()
  const canCreate = useExtension(createDcaBot) === true
  return (
    <Page title="DCA strategies" back={<BackLink to="/dca-bots" page="DCA bots" />}>
      <p className="max-w-140 pt-1 text-ink-2">
        A start condition decides when a DCA bot opens a deal.{' '}
        {canCreate ? (
          <>
            You choose one for each{' '}
            <Link to="/dca-bots/new" className="link touch underline">
              new DCA bot
            </Link>
            .
          </>
        ) : (
          'This service does not create bots itself.'
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

const FILTERS: readonly Filter<never>[] = [
  {
    name: 'type',
    label: 'Kind',
    all: 'All kinds',
    choices: optionsOf({ simple: 'Simple', indicator: 'Indicator', signal: 'Signal' }),
  },
  {
    name: 'market',
    label: 'Market',
    all: 'All markets',
    choices: optionsOf({ spot: 'Spot', futures: 'Futures' }),
  },
]

function Catalogue({ connection, search, onSearch, tokenForm }: CatalogueProps) {
  const { type, market } = search
  const query = useQuery(strategies({ type, market_type: market }))
  const { data } = query
  const bots = useQuery({ ...dcaBotList(), select: readableRows<DcaBot> })
  const problem = tokenProblemOf(query.error, connection)
  if (problem) return <TokenNeeded problem={problem} tokenForm={tokenForm} />
  const onChange = (values: object) => onSearch(strategySearch.parse({ ...search, ...values }))
  const filtering = { filters: FILTERS, rows: undefined, search, onChange }
  const chips = chipsOf(filtering)
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pt-4 pb-2">
        <FilterControls {...filtering} />
      </div>
      <Loaded what="The strategies" query={query}>
        {data && !bots.isPending ? (
          <>
            {data.deal_start_conditions.every((one) => one === undefined) && (
              <NoMatch
                title={noMatchTitle('start condition', chips)}
                filters={chips}
                onClear={() => onChange(withoutFilters(filtering))}
              />
            )}
            <Found data={data} bots={bots.data} baseUrl={connection.baseUrl} />
          </>
        ) : (
          <div aria-busy role="status" aria-label="Loading" className="grid gap-6 pt-6">
            {[320, 280, 300, 260].map((width) => (
              <Skeleton key={width} width={width} />
            ))}
          </div>
        )}
      </Loaded>
    </>
  )
}

type FoundProps = { data: DcaStrategies; bots: readonly DcaBot[] | undefined; baseUrl: string }

function Found({ data, bots, baseUrl }: FoundProps) {
  const conditions = present(data.deal_start_conditions)
  const hasPrices = useExtension(listCandles) === true
  const whyNot = [useWhyNotOffered(listCandles), useWhyNotOffered(receiveSignal)].filter(
    (sentence) => sentence !== undefined,
  )
  const pairs = pairsOf(bots ?? [])
  const [chosen, setChosen] = useState<string>()
  const pair = chosen ?? pairs[0]
  return (
    <>
      {hasPrices && pairs.length > 1 && conditions.some(hasPicture) && (
        <p className="flex items-center gap-2 pt-1 text-caption text-ink-3">
          Charts for
          <Select
            isChip
            aria-label="Pair of the charts"
            value={pair}
            options={pairs.map((each) => ({ value: each, label: each }))}
            onChange={(event) => setChosen(event.target.value)}
          />
        </p>
      )}
      {whyNot.length > 0 && <p className="pt-1 text-caption text-ink-3">{whyNot.join(' ')}</p>}
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

/** Pairs of the bots, most frequent first. */
function pairsOf(bots: readonly DcaBot[]): string[] {
  const counts = new Map<string, number>()
  for (const { pair } of bots) if (pair !== '') counts.set(pair, (counts.get(pair) ?? 0) + 1)
  return [...counts].toSorted(([, a], [, b]) => b - a).map(([pair]) => pair)
}

const GROUPS = [
  { type: 'simple', title: 'Simple', caption: 'without a market signal' },
  { type: 'indicator', title: 'Indicator', caption: 'calculated from prices by the service' },
  { type: 'signal', title: 'Signal', caption: 'triggered from outside' },
] as const

type StrategyGroupsProps = {
  conditions: readonly DealStartCondition[]
  baseUrl: string
  bots: readonly DcaBot[] | undefined
  /** Pair for the indicator charts; absent if the service offers no candles. */
  pair: string | undefined
}

function StrategyGroups({ conditions, ...rest }: StrategyGroupsProps) {
  const known = new Set<string | undefined>(GROUPS.map(({ type }) => type))
  const others = conditions.filter(({ type }) => !known.has(type))
  return (
    <>
      {GROUPS.map(({ type, title, caption }) => (
        <Group
          key={type}
          title={title}
          caption={caption}
          conditions={conditions.filter((condition) => condition.type === type)}
          {...rest}
        />
      ))}
      <Group title="Other" caption="of another kind" conditions={others} {...rest} />
    </>
  )
}

type GroupProps = StrategyGroupsProps & { title: string; caption: string }

function Group({ title, caption, conditions, ...rest }: GroupProps) {
  if (conditions.length === 0) return null
  return (
    <Section title={title} caption={caption} hasLine className="mt-3">
      <ul className="divide-y divide-hairline">
        {conditions.map((condition) => (
          <li key={condition.id} className="min-w-0 py-3 first:pt-0">
            <Condition condition={condition} {...rest} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

type ConditionProps = Omit<StrategyGroupsProps, 'conditions'> & {
  condition: DealStartCondition
}

function Condition({ condition, baseUrl, bots, pair }: ConditionProps) {
  const isDrawn = pair !== undefined && hasPicture(condition)
  const options = <ConditionOptions condition={condition} baseUrl={baseUrl} />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,38rem)] gap-x-10 gap-y-2 medium:grid-cols-1">
      <div className="min-w-0">
        <h3 className="flex flex-wrap items-baseline gap-x-2 font-medium">
          {condition.name}
          <code className="text-[0.75rem]/4.5 tracking-normal text-ink-3">{condition.id}</code>
        </h3>
        <p className="text-ink-2">{condition.description ?? 'The service does not describe it.'}</p>
        <p className="pt-1 text-caption text-ink-3">{newcomerWords(condition)}</p>
        <ConditionBots bots={bots?.filter((bot) => bot.start_condition === condition.id)} />
        {isDrawn && <div className="max-w-80 pt-3">{options}</div>}
      </div>
      {isDrawn ? (
        <div className="min-w-0">
          <ConditionChart condition={condition} pair={pair} />
        </div>
      ) : (
        options
      )}
    </div>
  )
}

const EXPLAINED: Readonly<Record<string, string>> = {
  asap: 'For a bot that always has a deal open.',
  manual: 'For a bot that you start deal by deal.',
  rsi: 'RSI measures how strongly a price rose or fell. Below the lower level it counts as oversold.',
  bollinger_bands: 'The bands show how far a price usually moves from its average.',
  macd: 'MACD compares a fast average of the price with a slow one.',
  charting_signal: 'For alerts of a charting platform, which call the webhook address.',
}

const newcomerWords = ({ id }: DealStartCondition): string | undefined => valueOfWord(EXPLAINED, id)

function ConditionBots({ bots }: { bots: readonly DcaBot[] | undefined }) {
  if (bots === undefined) return null
  if (bots.length === 0) return <p className="pt-1.5 text-caption text-ink-3">No bot uses it.</p>
  return (
    <p className="pt-1.5 text-caption text-ink-3">
      Used by{' '}
      {bots.map(({ id, name }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <Link to="/dca-bots/$botId" params={{ botId: id }} className="link">
            {name}
          </Link>
        </span>
      ))}
    </p>
  )
}

const LINES = [
  ['supported_strategies', 'Directions'],
  ['supported_market_types', 'Markets'],
  ['supported_order_types', 'Start orders'],
  ['supported_tp_types', 'Take profit counts from'],
  ['supported_sl_types', 'Stop loss'],
] as const

const ACCEPTED: Readonly<Record<string, string>> = {
  percentage: 'average price',
  base: 'base order',
  stop_loss: 'stop loss, the bot keeps running',
  stop_loss_and_disable: 'stop loss, then switch the bot off',
}

function wordsFor(words: readonly string[] | undefined): string {
  const said = words?.map((word) => valueOfWord(ACCEPTED, word, word))
  const separator = said?.some((word) => word.includes(',')) ? '; ' : ', '
  return said?.join(separator) ?? 'The service does not say'
}

/** Values that the service supports, in its own words if unknown here. */
function SupportedWords({ strategies }: { strategies: DcaStrategies }) {
  return (
    <Section title="Settings that a DCA bot accepts" hasLine className="mt-1">
      <FactList
        isLined
        className="max-w-140"
        rows={LINES.map(([field, term]) => [
          term,
          <span key={field} title={field}>
            {wordsFor(strategies[field])}
          </span>,
        ])}
      />
    </Section>
  )
}
