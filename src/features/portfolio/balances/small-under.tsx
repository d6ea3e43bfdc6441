import { type FormEvent, useState } from 'react'

import { type Decimal, isDecimal, isNegative, readDecimal, toText } from '#money/decimal.ts'
import { useChoice, useSessionStore } from '#session/use-session.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Popover } from '#ui/popover.tsx'
import { TextInput } from '#ui/text-input.tsx'

import { SMALL } from './assets.ts'

const NAME = 'small-balances'

/** Below how many USD an asset is small: what was chosen in this browser, if that can be read. */
export function useSmallUnder(): Decimal {
  const chosen = useChoice(NAME)
  return (isDecimal(chosen) ? limitOf(chosen) : undefined) ?? SMALL
}

/** An amount of USD from nothing up. */
function limitOf(text: string): Decimal | undefined {
  const limit = readDecimal(text.trim())
  return limit && !isNegative(limit) ? limit : undefined
}

/** The limit, and a small form to change it. */
export function SmallUnder({ limit }: { limit: Decimal }) {
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState(toText(limit))
  const { choices } = useSessionStore()
  const wanted = limitOf(typed)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!wanted) return
    choices.set(NAME, toText(wanted))
    setOpen(false)
  }
  return (
    <Popover
      label="Small assets"
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        <button type="button" className="link touch">
          under {toText(limit)} USD
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
