// Account and pair of a new bot, with their market.

import { useState } from 'react'
import { useController } from 'react-hook-form'

import type { Instant } from '#contract/primitives.ts'
import { useAccounts } from '#market/accounts.ts'
import { useExchanges } from '#market/exchanges.ts'
import type { LastPlace, PlaceKind } from '#market/last-place.ts'
import { type Market, useFreeBalances, useMarkets } from '#market/markets.ts'
import type { Decimal } from '#money/decimal.ts'
import { formatAmount } from '#money/format.ts'
import type { Figures } from '#query/use-fresh-figures.ts'
import type { GridMarket } from '#trading/example-grid.ts'
import { FEE_RATE } from '#trading/fees.ts'
import type { DcaPlace } from '#trading/judge-dca-bot.ts'
import { fromSlashPair, splitPair, toSlashPair } from '#trading/pair.ts'
import { COMING_HINT, Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { TextInput } from '#ui/text-input.tsx'

import { useFieldValue, useFormParts } from './declared-form.tsx'
import { useDeclared } from './fields.tsx'

export type PlaceAccount = {
  id: string
  name: string
  exchange?: string | undefined
  /** UUID of the account in balances. */
  exchangeId?: string | undefined
  /** Unknown if the service lists no accounts. */
  marketType?: string | undefined
}

/** DCA bots use UUIDs for accounts and slashes in pairs. */
export const writtenPair = (kind: PlaceKind, pair: string): string =>
  kind === 'uuid' ? toSlashPair(pair) : pair

export type PlaceNow = GridMarket & DcaPlace

export type Place = {
  accounts: readonly PlaceAccount[]
  account: PlaceAccount | undefined
  /** Pairs in the form's spelling; `undefined` if the service lists none. */
  pairs: readonly string[] | undefined
  areComing: { accounts: boolean; pairs: boolean; exchange: boolean }
  market: Market | undefined
  /** Time of the last read, also of one without a price. */
  readAt: Instant
  figures: Figures<PlaceNow>
  onFeeRate: (rate: Decimal) => void
}

export function offeredPlace(
  { account, pair }: LastPlace,
  { accounts, pairs }: Pick<Place, 'accounts' | 'pairs'>,
): LastPlace {
  return {
    account: accounts.some(({ id }) => id === account) ? account : '',
    pair: !pairs || pairs.includes(pair) ? pair : '',
  }
}

export function usePlace(kind: PlaceKind, typed: LastPlace): Place {
  const [feeRate, onFeeRate] = useState(FEE_RATE)
  const { exchanges, isComing } = useExchanges()
  const numbered = useAccounts()
  const accounts: readonly PlaceAccount[] =
    kind === 'uuid'
      ? exchanges.map((each) => ({ ...each, exchangeId: each.id }))
      : numbered.map((each) => ({ ...each, id: String(each.id) }))
  const account = accounts.find(({ id }) => id === typed.account)
  const markets = useMarkets(account?.exchange, { pair: fromSlashPair(typed.pair) })
  const pairs = markets.pairs?.map((name) => writtenPair(kind, name))
  const pair = fromSlashPair(offeredPlace(typed, { accounts, pairs }).pair)
  const { free } = useFreeBalances(account?.exchangeId, pair)
  const marketType = account?.marketType
  const nowOf = (row: Market | undefined): PlaceNow => ({
    price: row?.last,
    ask: row?.ask,
    depth: row?.depth,
    impact: row?.impact,
    tick: row?.tick,
    lot: row?.lot,
    minTotal: row?.min_total,
    marketType,
    isFutures: marketType === undefined ? undefined : marketType === 'futures',
    feeRate,
    free,
  })
  const market = markets.marketOf(pair)
  const now = nowOf(market)
  return {
    accounts,
    account,
    pairs,
    areComing: {
      accounts: isComing,
      pairs: markets.isComing,
      exchange: markets.lacksExchange,
    },
    market,
    readAt: markets.readAt,
    figures: {
      now,
      readAt: now.price && markets.readAt,
      readAgain: async () => nowOf(await markets.readAgain(pair)),
    },
    onFeeRate,
  }
}

const pairWords = ({ pairs, exchange }: Place['areComing']): string =>
  exchange ? 'Choose an account first' : pairs ? 'Reading' : 'Choose a pair'

type PlaceFieldsProps = { kind: PlaceKind; accountAt: string; of: Place }

export function PlaceFields({ kind, accountAt, of }: PlaceFieldsProps) {
  const { accounts, pairs = [], areComing, figures } = of
  const { control } = useFormParts().form
  const { field: account } = useController({ control, name: accountAt })
  const { field: pair } = useController({ control, name: 'pair' })
  const offeredAccount = useFieldValue(accountAt) as string
  const offeredPair = useFieldValue('pair') as string
  const { label: accountLabel, error: accountError } = useDeclared(accountAt)
  const { label: pairLabel, error: pairError } = useDeclared('pair')
  const { price } = figures.now
  const { quote } = splitPair(offeredPair)
  return (
    <>
      <Field label={accountLabel} error={accountError}>
        {(wiring) => (
          <Select
            {...wiring}
            {...account}
            value={offeredAccount}
            options={[
              { value: '', label: areComing.accounts ? 'Reading' : 'Choose an account' },
              ...accounts.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        )}
      </Field>
      <Field
        label={pairLabel}
        error={pairError}
        hint={price ? `Last price ${formatAmount(price, { minPlaces: 2 })} ${quote}` : COMING_HINT}
      >
        {(wiring) =>
          pairs.length > 0 || areComing.pairs || areComing.exchange ? (
            <Select
              {...wiring}
              {...pair}
              value={offeredPair}
              options={[
                { value: '', label: pairWords(areComing) },
                ...pairs.toSorted().map((name) => ({ value: name, label: toSlashPair(name) })),
              ]}
            />
          ) : (
            <TextInput
              {...wiring}
              {...pair}
              placeholder={writtenPair(kind, 'USDT_BTC')}
              onChange={(event) => pair.onChange(event.target.value.trim())}
            />
          )
        }
      </Field>
    </>
  )
}
