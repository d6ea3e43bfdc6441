import { memo, useId, useState } from 'react'
import { useController, useWatch } from 'react-hook-form'

import { useProblems } from '#forms/declared-form.tsx'
import { useListedAccounts } from '#market/accounts.ts'
import { pairsOn, useListedPairs, usePairNames } from '#market/pairs.tsx'
import { toSlashPair } from '#trading/pair.ts'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { TextInput } from '#ui/text-input.tsx'

import { readPair } from '../list/pair-search.tsx'
import { useTicket } from './ticket-context.tsx'

export function MarketFields() {
  const { errorAt } = useProblems()
  return (
    <div className="mb-3.5 grid grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)] items-start gap-2">
      <AccountField error={errorAt('account_id')} />
      <PairField error={errorAt('pair')} />
    </div>
  )
}

const TYPED = 'typed'

/** Passed in, so that typing elsewhere does not draw the lists again. */
type ErrorProps = { error: string | undefined }

const AccountField = memo(function AccountField({ error }: ErrorProps) {
  const { form, accounts, account } = useTicket()
  const {
    field: { value, onChange, onBlur, ref },
  } = useController({ control: form.control, name: 'account_id' })
  const [isTyped, setTyped] = useState(false)
  const { isComing: areComing } = useListedAccounts()
  // A number missing from the list stays typed, even once the list has loaded.
  const mustType = isTyped || (!areComing && (accounts.length === 0 || value !== ''))
  return (
    <Field
      label="Account"
      error={error}
      hint={
        account?.isSmartTrading === false ? 'This account cannot trade SmartTrades.' : undefined
      }
    >
      {(wiring) =>
        mustType && !account ? (
          <TextInput
            {...wiring}
            size="tall"
            name="account_id"
            inputMode="numeric"
            placeholder="Number"
            ref={ref}
            value={value}
            onChange={onChange}
            onBlur={onBlur}
          />
        ) : (
          <Select
            {...wiring}
            size="tall"
            name="account_id"
            ref={ref}
            value={account ? String(account.id) : ''}
            onBlur={onBlur}
            onChange={({ target }) => {
              if (target.value === TYPED) setTyped(true)
              onChange(target.value === TYPED ? '' : target.value)
            }}
            options={[
              { value: '', label: areComing ? 'Reading' : 'Choose', isOff: true },
              ...accounts.map(({ id, name, isSmartTrading }) => ({
                value: String(id),
                label: name,
                isOff: isSmartTrading === false,
              })),
              { value: TYPED, label: 'Another account, by its number' },
            ]}
          />
        )
      }
    </Field>
  )
})

const PairField = memo(function PairField({ error }: ErrorProps) {
  const { form, account } = useTicket()
  const {
    field: { value, onChange, onBlur, ref },
  } = useController({ control: form.control, name: 'pair' })
  const exchange = account?.exchange
  const { pairs, isComing: areComing, ...list } = useListedPairs({ on: { exchange } })
  // The exchange of an unlisted account is unknown, so its pair is typed as well.
  const hasAccount = useWatch({ control: form.control, name: 'account_id' }) !== ''
  const lacksExchange = list.lacksExchange && !hasAccount
  const listed = pairs && pairsOn(exchange, pairs).map(({ pair }) => pair)
  const isSelect = areComing || lacksExchange || (listed && listed.length > 0)
  const known = usePairNames({ isWanted: !isSelect })
  const listId = useId()
  if (isSelect) {
    const words = lacksExchange ? 'Choose an account first' : areComing ? 'Reading' : 'Choose'
    const isListed = value === '' || listed?.includes(value)
    return (
      <Field label="Pair" error={error}>
        {(wiring) => (
          <Select
            {...wiring}
            size="tall"
            name="pair"
            ref={ref}
            value={value}
            onBlur={onBlur}
            onChange={onChange}
            options={[
              { value: '', label: words, isOff: true },
              ...(listed ?? [])
                .toSorted()
                .map((pair) => ({ value: pair, label: toSlashPair(pair) })),
              ...(isListed ? [] : [{ value: value, label: toSlashPair(value) }]),
            ]}
          />
        )}
      </Field>
    )
  }
  return (
    <Field
      label="Pair"
      error={error}
      hint={
        listed?.length === 0 && account !== undefined
          ? 'The service lists no pairs of this account’s market. Type one.'
          : undefined
      }
    >
      {(wiring) => (
        <>
          <TextInput
            {...wiring}
            size="tall"
            name="pair"
            placeholder="BTC/USDT"
            list={listId}
            ref={ref}
            value={value}
            onChange={onChange}
            onBlur={() => {
              // Traders write BTC/USDT, the service USDT_BTC.
              const { pair } = readPair(value, known) ?? {}
              if (pair) onChange(pair)
              onBlur()
            }}
          />
          <datalist id={listId}>
            {known.map((pair) => (
              <option key={pair} value={toSlashPair(pair)} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  )
})
