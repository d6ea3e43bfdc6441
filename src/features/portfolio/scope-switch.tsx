import { type FormEvent, type ReactNode, useState } from 'react'

import { uuid } from '#contract/primitives.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { Field } from '#ui/field.tsx'
import { PlusIcon } from '#ui/icons.tsx'
import { Popover } from '#ui/popover.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'
import { TextInput } from '#ui/text-input.tsx'

import type { Scope } from './scopes.ts'

type ScopeSwitchProps = {
  scopes: readonly Scope[]
  chosen: string
  onChoose: (id: string) => void
  /** Where the service lists no connections, one can be named by its id. */
  onName?: ((id: string) => void) | undefined
  /** Stands in the same line. */
  children?: ReactNode
}

/** More do not fit beside a title, and fewer only where the screen is wide. */
const MOST_SEGMENTS = 5

/** Everything together, or one connection. */
export function ScopeSwitch({ scopes, chosen, onChoose, onName, children }: ScopeSwitchProps) {
  const options = scopes.map(({ id, label }) => ({ value: id, label }))
  const isShort = scopes.length <= MOST_SEGMENTS
  return (
    <div className="flex items-center gap-2 max-sm:order-last max-sm:w-full">
      {isShort && (
        <Segmented
          label="Accounts"
          value={chosen}
          options={options}
          onChange={onChoose}
          className="max-[87.5rem]:hidden"
        />
      )}
      <div
        className={`flex max-sm:flex-1 max-sm:[&>*]:flex-1 ${isShort ? 'min-[87.5rem]:hidden' : ''}`}
      >
        <Select
          isChip
          aria-label="Accounts"
          value={chosen}
          options={options}
          onChange={(event) => onChoose(event.target.value)}
        />
      </div>
      {onName && <NameConnection onName={onName} />}
      {children}
    </div>
  )
}

function NameConnection({ onName }: { onName: (id: string) => void }) {
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const [isWrong, setWrong] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const id = text.trim()
    if (!uuid.safeParse(id).success) return setWrong(true)
    setOpen(false)
    setText('')
    return onName(id.toLowerCase())
  }
  return (
    <Popover
      label="Show a connection by its id"
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Chip>
          <PlusIcon />
          By id
        </Chip>
      }
    >
      <form onSubmit={submit} className="w-86 max-w-full space-y-3">
        <Field
          label="Id of the connection"
          hint="No list of connections comes from the service. Their ids stand in its own pages."
          error={isWrong ? 'An id has 32 hexadecimal digits in five groups.' : undefined}
        >
          {(wiring) => (
            <TextInput
              {...wiring}
              value={text}
              onChange={(event) => {
                setText(event.target.value)
                setWrong(false)
              }}
            />
          )}
        </Field>
        <Button type="submit">Show it</Button>
      </form>
    </Popover>
  )
}
