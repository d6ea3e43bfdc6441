import { useMutation, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'

import { Shares } from '#charts/shares.tsx'
import type { ApiError } from '#client/api-error.ts'
import { lineOf } from '#contract/endpoint.ts'
import {
  type BalanceRow,
  getBalanceTable,
  listExchanges,
  loadBalances,
} from '#contract/exchanges.ts'
import type { Rows } from '#contract/read.ts'
import { Aged, isEmptyList, Loaded } from '#lists/loaded.tsx'
import { useListedAccounts } from '#market/accounts.ts'
import { type Asset, assetsOf, printedRest, sharesOf, sorted } from '#market/assets.ts'
import { type Decimal, isNegative, isPositive, sum, toNumber, ZERO } from '#money/decimal.ts'
import { plural } from '#money/format.ts'
import { endpointQuery } from '#query/endpoint-query.ts'
import { failureWords } from '#query/failure-words.ts'
import { useExtension } from '#query/service.tsx'
import type { Unit } from '#trading/balance-flow.ts'
import { Amount, Percent } from '#ui/amount.tsx'
import { Button } from '#ui/button.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { lazyPanel } from '#ui/lazy-panel.tsx'
import { Note } from '#ui/note.tsx'
import { Section } from '#ui/page.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Age } from '#ui/time.tsx'

import { balanceContext, BALANCES } from './balance-columns.tsx'
import { Balances, type BalancesLook } from './balances.tsx'
import { BALANCES_EVERY } from '../queries.ts'
import { isEverything, type Scope } from '../scopes.tsx'
import { UNIT_PLACES } from '../unit.ts'

/** Loaded last on the page, with the code that sends it, which nothing else here needs. */
const SellEverything = lazyPanel(
  async () => (await import('../sell-all/sell-all.tsx')).SellEverything,
)

type BalancePartProps = {
  scope: Scope
  unit: Unit
  table: UseQueryResult<Rows<BalanceRow>, ApiError>
  look: BalancesLook
  /** The content above the sale is still growing. */
  isLoading: boolean
  children: ReactNode
}

export function BalancePart(props: BalancePartProps) {
  const { scope, unit, table, look, isLoading, children } = props
  const { data: rows, isError } = table
  const isUnread = rows === undefined || (isError && isEmptyList(rows))
  return (
    <div className="mt-2.5 grid grid-cols-[minmax(0,1fr)_18.5rem] gap-x-10 max-xl:gap-x-6 max-lg:grid-cols-1">
      <div className="min-w-0">
        {isUnread ? (
          <Section title="Balances">
            <Loaded what="The balances" query={table} every={BALANCES_EVERY}>
              <DataTable list={BALANCES} rows={undefined} context={noAssets(unit)} />
            </Loaded>
          </Section>
        ) : (
          <Aged query={table} every={BALANCES_EVERY}>
            <Balances scope={scope} rows={rows} unit={unit} look={look} />
            <LoadBalances scope={scope} />
          </Aged>
        )}
      </div>
      <div className="min-w-0 space-y-4.5">
        {table.isPending && <AllocationSkeleton />}
        {!isUnread && (
          <Aged query={table} every={BALANCES_EVERY}>
            <Allocation rows={rows} unit={unit} />
          </Aged>
        )}
        {children}
        {!table.isPending && !isLoading && <SellEverything scope={scope} />}
      </div>
    </div>
  )
}

const noAssets = (unit: Unit) =>
  balanceContext([], {
    unit,
    shareOf: () => undefined,
    pricesOf: undefined,
    total: undefined,
    isWhole: false,
  })

const AllocationSkeleton = () => (
  <Section title="Allocation">
    <div className="mb-2.5 h-2 bg-active" />
    {Array.from({ length: NAMED + 1 }, (_, part) => (
      <div key={part} className="flex min-h-6 items-center justify-between coarse:min-h-8">
        <Skeleton />
        <Skeleton width={104} />
      </div>
    ))}
  </Section>
)

type Part = { name: string; value: Decimal; share: Decimal }

/** More parts cannot be distinguished by their shade. */
const NAMED = 4

function Allocation({ rows, unit }: { rows: Rows<BalanceRow>; unit: Unit }) {
  const { parts, left } = useMemo(() => partsOf(assetsOf(rows, unit), unit), [rows, unit])
  if (parts.length === 0) return null
  return (
    <Section title="Allocation">
      <Shares
        label="Allocation"
        parts={parts.map(({ name, value, share }) => ({
          name,
          share: toNumber(share) / 100,
          value: <Amount value={value} places={UNIT_PLACES[unit]} mainPlaces={UNIT_PLACES[unit]} />,
          percent: <Percent value={share} />,
        }))}
      />
      {left > 0 && (
        <p className="mt-1 text-caption text-ink-3">
          {plural(left, 'asset')} without a price or with a debt not shown.
        </p>
      )}
    </Section>
  )
}

/** Shares of all assets worth more than zero, and the number of assets without a value. */
export function partsOf(all: readonly Asset[], unit: Unit): { parts: Part[]; left: number } {
  const assets = sorted(all, { by: 'value', direction: 'desc' })
  const priced = assets.flatMap(({ label, value }) =>
    value && isPositive(value) ? [{ name: label ?? '—', value }] : [],
  )
  const shares = sharesOf(priced.map(({ value }) => value))
  const parts = priced.map((part, index) => ({ ...part, share: shares[index] ?? ZERO }))
  const left = all.filter(({ value }) => value === undefined || isNegative(value)).length
  if (parts.length <= NAMED + 1) return { parts, left }
  const [named, rest] = [parts.slice(0, NAMED), parts.slice(NAMED)]
  const valuesOf = (of: readonly Part[]) => of.map(({ value }) => value)
  const others = {
    name: `${rest.length} others`,
    value: printedRest(sum(valuesOf(rest)), valuesOf(named), UNIT_PLACES[unit]),
    share: sum(rest.map(({ share }) => share)),
  }
  return { parts: [...named, others], left }
}

/** Age of the service's copy of an account, and a button to refresh it at the exchange. */
function LoadBalances({ scope }: { scope: Scope }) {
  const isOffered = useExtension(loadBalances) === true
  const { accounts } = useListedAccounts()
  const queryClient = useQueryClient()
  const { mutate, isPending, error } = useMutation<unknown, ApiError>({
    mutationFn: () =>
      queryClient.fetchQuery({
        ...endpointQuery(loadBalances, { params: { id: scope.id } }),
        staleTime: 0,
        gcTime: 0,
      }),
    onSuccess: () =>
      Promise.all(
        [getBalanceTable, listExchanges].map((endpoint) =>
          queryClient.invalidateQueries({ queryKey: [lineOf(endpoint)] }),
        ),
      ),
  })
  if (!isOffered) return null
  if (isEverything(scope)) {
    return (
      <p className="pt-1 text-caption text-ink-3">
        The service keeps copies of balances. Choose one account to see their age and refresh them.
      </p>
    )
  }
  const updatedAt = accounts?.find(({ id }) => id === scope.id)?.updated_at
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 pt-1 text-caption text-ink-3">
        <span>
          Copy of the service, account last updated <Age at={updatedAt} />
        </span>
        <Button
          look="quiet"
          size="small"
          isSending={isPending}
          sendingLabel="Reading the exchange"
          onClick={() => mutate()}
        >
          Refresh at the exchange
        </Button>
      </div>
      {error && (
        <Note tone="caution" isAnnounced>
          The balances could not be refreshed. {failureWords(error)}
        </Note>
      )}
    </>
  )
}
