import { type ReactNode, useId, useState } from 'react'
import * as z from 'zod/mini'

import { keptList } from '#session/kept-store.ts'
import type { ChoiceName } from '#session/settings.ts'
import { useChoice, useSessionStore } from '#session/use-session.ts'
import { Button } from '#ui/button.tsx'
import { FieldMessage } from '#ui/field-message.tsx'
import { CloseIcon } from '#ui/icons.tsx'
import { TextInput } from '#ui/text-input.tsx'

const LONGEST_NAME = 40

type SavedListProps = {
  noun: string
  items: readonly { name: string; way: ReactNode }[]
  onRemove: (name: string) => void
  onSave: (name: string) => void
}

export function SavedList({ noun, items, onRemove, onSave }: SavedListProps) {
  const [name, setName] = useState('')
  const id = useId()
  const trimmed = name.trim().slice(0, LONGEST_NAME)
  const save = () => {
    if (trimmed === '') return
    onSave(trimmed)
    setName('')
  }
  return (
    <div className="w-64 max-w-full">
      {items.length === 0 && (
        <p className="pb-2 text-ink-2">No saved {noun}s in this browser yet.</p>
      )}
      <ul>
        {items.map(({ name: one, way }) => (
          <li key={one} className="flex min-h-8 items-center justify-between gap-2 max-sm:min-h-11">
            <span className="min-w-0 flex-1 truncate">{way}</span>
            <Button
              look="quiet"
              size="small"
              isIcon
              aria-label={`Remove ${noun} ${one}`}
              onClick={() => onRemove(one)}
            >
              <CloseIcon size={12} />
            </Button>
          </li>
        ))}
      </ul>
      <div className="mt-2 flex items-center gap-2 border-t border-hairline pt-3">
        <TextInput
          id={id}
          aria-label={`Name of the ${noun}`}
          placeholder={`Name of the ${noun}`}
          frameClassName="flex-1"
          value={name}
          onChange={({ target }) => setName(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // Keeps a surrounding form from being submitted.
            event.preventDefault()
            save()
          }}
        />
        <Button aria-disabled={trimmed === '' || undefined} onClick={save}>
          Save
        </Button>
      </div>
      {items.some((one) => one.name === trimmed) && (
        <FieldMessage>Replaces the {noun} with this name.</FieldMessage>
      )}
    </div>
  )
}

const MOST = 50

export function useKeptByName<S extends z.ZodMiniType>(choice: ChoiceName, schema: S) {
  const named = keptList(z.object({ name: z.string(), value: schema }))
  const kept = named.parse(useChoice(choice))
  const { choices } = useSessionStore()
  const without = (name: string) => kept.filter((one) => one.name !== name)
  return {
    kept,
    keep: (name: string, value: z.output<S>) =>
      choices.set(choice, [...without(name), { name, value }].slice(-MOST)),
    remove: (name: string) => choices.set(choice, without(name)),
  }
}
