import type { ReactNode } from 'react'

import { Field } from '#ui/field.tsx'
import { Select, type SelectOption } from '#ui/select.tsx'
import { TextInput } from '#ui/text-input.tsx'

type PlaceFieldsProps = {
  account: string
  accounts: readonly { id: string; name: string }[]
  accountError: string | undefined
  onAccount: (account: string) => void
  pair: string
  /** `undefined` where the service lists none: then one is typed. */
  pairs: readonly SelectOption<string>[] | undefined
  /** How a pair is written here, to be typed like it. */
  pairLike: string
  pairHint: ReactNode
  pairError: string | undefined
  onPair: (pair: string) => void
  onPairLeft: () => void
  /** Lists that are still to come: what would be typed without them has to wait. */
  areComing: { accounts: boolean; pairs: boolean }
}

/** Where something trades: the account and the pair. */
export function PlaceFields(props: PlaceFieldsProps) {
  const { accounts, pairs, areComing, onAccount, onPair } = props
  return (
    <>
      <Field label="Account" error={props.accountError}>
        {(wiring) => (
          <Select
            {...wiring}
            value={props.account}
            options={[
              { value: '', label: areComing.accounts ? 'Reading' : 'Choose an account' },
              ...accounts.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={(event) => onAccount(event.target.value)}
          />
        )}
      </Field>
      <Field label="Pair" error={props.pairError} hint={props.pairHint}>
        {(wiring) =>
          (pairs && pairs.length > 0) || areComing.pairs ? (
            <Select
              {...wiring}
              value={props.pair}
              options={[
                { value: '', label: areComing.pairs ? 'Reading' : 'Choose a pair' },
                ...(pairs ?? []),
              ]}
              onChange={(event) => onPair(event.target.value)}
            />
          ) : (
            <TextInput
              {...wiring}
              placeholder={props.pairLike}
              value={props.pair}
              onChange={(event) => onPair(event.target.value.trim())}
              onBlur={props.onPairLeft}
            />
          )
        }
      </Field>
    </>
  )
}
