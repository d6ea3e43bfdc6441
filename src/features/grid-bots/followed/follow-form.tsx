import { type FormEvent, useState } from 'react'

import type { Id } from '#contract/primitives.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { TextInput } from '#ui/text-input.tsx'

import { readIds } from './followed-ids.ts'

type FollowFormProps = { onFollow: (ids: readonly Id[]) => void }

/** Takes bot ids, several at once. */
export function FollowForm({ onFollow }: FollowFormProps) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { ids, unreadable } = readIds(text)
    if (unreadable.length > 0) {
      setError(`“${unreadable.join('”, “')}” is no id. An id is a whole number, such as 48211.`)
      return
    }
    if (ids.length === 0) {
      setError('Type at least one id, such as 48211.')
      return
    }
    setError(undefined)
    setText('')
    onFollow(ids)
  }
  return (
    <form onSubmit={submit} className="flex max-w-120 items-start gap-2" noValidate>
      <Field
        label="Grid bot ids"
        help="several at once"
        hint="Whole numbers between spaces or commas; a link that ends in one works too."
        error={error}
        className="flex-1"
      >
        {(wiring) => (
          <TextInput
            {...wiring}
            value={text}
            inputMode="text"
            autoComplete="off"
            placeholder="48211, 48212"
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <Button look="primary" type="submit" className="mt-5 max-sm:mt-5.5">
        Follow
      </Button>
    </form>
  )
}
