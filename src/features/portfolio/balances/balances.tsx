import { type FormEvent, useDeferredValue, useMemo, useState } from 'react'

import type { BalanceRow } from '#contract/exchanges.ts'
import type { Rows } from '#contract/read.ts'
import { type Decimal, isDecimal, isNegative, readDecimal, toText } from '#money/decimal.ts'
import { isPrintedSum } from '#money/places-that-add-up.ts'
import { formatAmount, list, plural } from '#money/format.ts'
import { TableColumns } from '#lists/list-view.tsx'
import { useChoice, useColumns, useSessionStore } from '#session/use-session.ts'
import type { Unit } from '#trading/balance-flow.ts'
import { Amount } from '#ui/amount.tsx'
import { Button } from '#ui/button.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { Empty, NoMatch } from '#ui/empty.tsx'
import { Field } from '#ui/field.tsx'
import { Section } from '#ui/page.tsx'
import { Popover } from '#ui/popover.tsx'
import { SearchInput, TextInput } from '#ui/text-input.tsx'
import { Select } from '#ui/select.tsx'
import { useFollowedText } from '#ui/use-followed-text.ts'

import { isEverything, type Scope } from '../scopes.tsx'
import { UNIT_PLACES } from '../unit.ts'
import {
  type Asset,
  assetsOf,
  matching,
  sharesOf,
  sift,
  type Sifted,
  SMALL,
  type Sort,
  sorted,
  totalValue,
  unpriced,
} from '#market/assets.ts'
import { BALANCES, balanceContext, UNPRICED } from './balance-columns.tsx'
import { useDayPrices } from './use-day-prices.ts'

export type BalancesView = { find: string | undefined; order: string | undefined }

export type BalancesLook = BalancesView & { onView: (change: Partial<BalancesView>) => void }

type BalancesProps = { scope: Scope; rows: Rows<BalanceRow>; unit: Unit; look: BalancesLook }

export function Balances({ scope, rows, unit, look }: BalancesProps) {
  const { find, order: orderText = 'value desc', onView } = look
  const [typed, setTyped] = useFollowedText(find ?? '', (next) =>
    onView({ find: next === '' ? undefined : next }),
  )
  const text = useDeferredValue(typed).trim()
  const sort = orderOf(orderText)
  const setSort = ({ by, direction }: Record<'by' | 'direction', string>) =>
    onView({ order: `${by} ${direction}` })
  const [isSmallShown, setSmallShown] = useState(false)

  const assets = useMemo(() => assetsOf(rows, unit), [rows, unit])
  const shareOf = useMemo(() => sharesByAsset(assets), [assets])
  const limit = useSmallUnder()
  const sifted = sift(assets, limit)
  const { hidden, order } = useColumns('balances')
  const pricesOf = useDayPrices(assets, !hidden.includes('trend'))
  const found = text === '' ? undefined : matching(assets, text)
  const shown = found ?? (isSmallShown ? assets : sifted.shown)
  const total = totalValue(found ?? assets)
  const parts = shown.map(({ value }) => value)
  if (!found && !isSmallShown) parts.push(sifted.smallValue)
  const isRounded = !isPrintedSum(parts, total, UNIT_PLACES[unit])
  const context = balanceContext(shown, {
    unit,
    shareOf,
    pricesOf,
    total,
    isWhole: found === undefined && assets.some((asset) => shareOf(asset) !== undefined),
  })

  return (
    <Section
      title="Balances"
      actions={
        assets.length > 0 && (
          <>
            <div className="flex-none not-narrow:hidden">
              <Select
                isChip
                aria-label="Order"
                className="[field-sizing:content]"
                value={`${sort.by} ${sort.direction}`}
                options={PHONE_ORDERS}
                onChange={({ target: { value } }) => setSort(orderOf(value))}
              />
            </div>
            <TableColumns table="balances" columns={BALANCES.columns} />
            <SearchInput
              label="Find an asset"
              text={typed}
              onText={setTyped}
              frameClassName="w-42 narrow:w-40"
            />
          </>
        )
      }
    >
      {assets.length === 0 ? (
        <Empty
          title={`${isEverything(scope) ? 'No balances' : `No balances on ${scope.name}`} yet.`}
        >
          A deposit on the exchange appears here automatically.
        </Empty>
      ) : found?.length === 0 ? (
        <NoMatch
          title={`No asset matches “${text}”.`}
          filters={[{ label: `Asset: ${text}`, onRemove: () => setTyped('') }]}
          onClear={() => setTyped('')}
        >
          {assets.length} assets are held.
        </NoMatch>
      ) : (
        <DataTable
          list={BALANCES}
          rows={sorted(shown, sort)}
          hidden={hidden}
          order={order}
          context={context}
          sort={sort}
          onSort={setSort}
          totalLabel={
            found ? (
              `Total of ${found.length} of ${assets.length} assets${withoutText(unpriced(found))}${isRounded ? ', rounded' : ''}`
            ) : (
              <TotalLabel
                unit={unit}
                sifted={sifted}
                limit={limit}
                unpriced={unpriced(assets)}
                isSmallShown={isSmallShown}
                isRounded={isRounded}
                onToggle={() => setSmallShown(!isSmallShown)}
              />
            )
          }
        />
      )}
    </Section>
  )
}

/** On a phone there are no heads to sort by. */
const PHONE_ORDERS = [
  { value: 'value desc', label: 'By value' },
  { value: 'dayChange desc', label: 'Best 24 h' },
  { value: 'dayChange asc', label: 'Worst 24 h' },
  { value: 'amount desc', label: 'By amount' },
  { value: 'code asc', label: 'A to Z' },
] as const

function orderOf(text: string): Sort {
  const [by, direction] = text.split(' ')
  return { by, direction } as Sort
}

type TotalLabelProps = {
  unit: Unit
  sifted: Sifted
  limit: Decimal
  unpriced: readonly Asset[]
  isSmallShown: boolean
  /** Rounded rows add up to another total. */
  isRounded: boolean
  onToggle: () => void
}

/** Names hidden assets in the total and those that it cannot include. */
function TotalLabel(props: TotalLabelProps) {
  const { unit, sifted, limit, unpriced, isSmallShown, isRounded, onToggle } = props
  const { small, smallValue } = sifted
  const unpricedSmall = small.filter(({ value }) => value === undefined)
  return (
    // Wider than its cell: the columns before the value have no total.
    <span className="xl:-mr-130 xl:block xl:w-130">
      {isRounded ? 'Total, rounded' : 'Total'}
      {small.length > 0 && `, with ${plural(small.length, 'asset')}`}{' '}
      <SmallUnder key={toText(limit)} limit={limit} hasSmall={small.length > 0} />
      {small.length > 0 && (
        <>
          {!isSmallShown && ' hidden'} (
          <Amount value={smallValue} places={UNIT_PLACES[unit]} reason={UNPRICED} />
          {withoutText(unpricedSmall)})
        </>
      )}
      {withoutText(unpriced)}{' '}
      {small.length > 0 && (
        <button type="button" onClick={onToggle} className="link touch">
          {isSmallShown ? 'Hide' : 'Show'}
        </button>
      )}
    </span>
  )
}

const withoutText = (unpriced: readonly Asset[]): string =>
  unpriced.length === 0
    ? ''
    : `, ${list(unpriced.map(({ label }) => label ?? '—'))} ${unpriced.length === 1 ? 'has' : 'have'} no price`

function sharesByAsset(assets: readonly Asset[]) {
  const priced = assets.flatMap((asset) => (asset.value ? [{ asset, value: asset.value }] : []))
  const shares = sharesOf(priced.map(({ value }) => value))
  const byAsset = new Map(priced.map(({ asset }, index) => [asset, shares[index]]))
  return (asset: Asset) => byAsset.get(asset)
}

const SMALL_CHOICE = 'small-balances'

/** Limit in USD for small assets: this browser's setting, or the default if unreadable. */
function useSmallUnder(): Decimal {
  const chosen = useChoice(SMALL_CHOICE)
  return (isDecimal(chosen) ? limitOf(chosen) : undefined) ?? SMALL
}

/** Amount in USD, zero or more. */
function limitOf(text: string): Decimal | undefined {
  const limit = readDecimal(text.trim())
  return limit && !isNegative(limit) ? limit : undefined
}

function SmallUnder({ limit, hasSmall }: { limit: Decimal; hasSmall: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState(toText(limit))
  const { choices } = useSessionStore()
  const wanted = limitOf(typed)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!wanted) return
    choices.set(SMALL_CHOICE, toText(wanted))
    setOpen(false)
  }
  return (
    <Popover
      label="Small assets"
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        <button type="button" className={hasSmall ? 'link touch' : 'link touch ml-2'}>
          {hasSmall ? `under ${formatAmount(limit)} USD` : 'Hide small assets'}
        </button>
      }
    >
      <form onSubmit={submit} className="flex w-56 flex-col gap-3">
        <Field
          label="Hide assets under, USD"
          error={wanted ? undefined : 'An amount such as 1 or 0.50 is needed.'}
        >
          {(wiring) => (
            <TextInput
              {...wiring}
              inputMode="decimal"
              maxLength={12}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
          )}
        </Field>
        <Button type="submit" reason={wanted ? undefined : 'Type an amount.'}>
          Hide smaller ones
        </Button>
      </form>
    </Popover>
  )
}
