import type { ReactNode } from 'react'
import { useController } from 'react-hook-form'

import { Field } from '#ui/field.tsx'
import { Select, type SelectOption } from '#ui/select.tsx'
import { TextInput } from '#ui/text-input.tsx'

import { useFieldValue, useFormParts } from './declared-form.tsx'
import { useDeclared } from './fields.tsx'

/** Lists that are still to come: what would be typed without them has to wait. */
export type AreComing = {
  accounts: boolean
  pairs: boolean
  /** The pairs come once an account is chosen. */
  first: boolean
}

type PlaceFieldsProps = {
  /** The fields that are declared for both. */
  accountAt: string
  pairAt: string
  accounts: readonly { id: string; name: string }[]
  /** `undefined` where the service lists none: then one is typed. */
  pairs: readonly SelectOption<string>[] | undefined
  /** How a pair is written here, to be typed like it. */
  pairLike: string
  pairHint: ReactNode
  areComing: AreComing
}

const pairWords = ({ pairs, first }: AreComing): string =>
  first ? 'Choose an account first' : pairs ? 'Reading' : 'Choose a pair'

/** Where something trades: the account and the pair. */
export function PlaceFields(props: PlaceFieldsProps) {
  const { accountAt, pairAt, accounts, pairs, areComing } = props
  const { control } = useFormParts().form
  const { field: account } = useController({ control, name: accountAt })
  const { field: pair } = useController({ control, name: pairAt })
  const offeredAccount = useFieldValue(accountAt) as string
  const offeredPair = useFieldValue(pairAt) as string
  const { label: accountLabel, error: accountError } = useDeclared(accountAt)
  const { label: pairLabel, error: pairError } = useDeclared(pairAt)
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
      <Field label={pairLabel} error={pairError} hint={props.pairHint}>
        {(wiring) =>
          (pairs && pairs.length > 0) || areComing.pairs || areComing.first ? (
            <Select
              {...wiring}
              {...pair}
              value={offeredPair}
              options={[{ value: '', label: pairWords(areComing) }, ...(pairs ?? [])]}
            />
          ) : (
            <TextInput
              {...wiring}
              {...pair}
              placeholder={props.pairLike}
              onChange={(event) => pair.onChange(event.target.value.trim())}
            />
          )
        }
      </Field>
    </>
  )
}
