import { type ReactNode, useState } from 'react'

import { list } from '#money/format.ts'
import { useMode } from '#query/use-mode.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Note } from '#ui/note.tsx'

type NotKnown = {
  note: ReactNode
  obstacle: string | undefined
}

/** Confirmation by the trader, for real money with unknown figures, required each time. */
export function useNotKnown(missing: readonly Figure[], of: unknown): NotKnown {
  const mode = useMode()
  const words = notKnownWords(missing)
  const asked = `${mode} ${words}`
  const [checked, setChecked] = useState<{ asked: string; of: unknown }>()
  if (words === undefined) return { note: null, obstacle: undefined }
  const isChecked = checked?.asked === asked && checked.of === of
  const isReal = mode === 'REAL'
  return {
    note: (
      <Note tone="caution" className="mt-2">
        {words} is not known here.
        {isReal && (
          <Checkbox
            label="I have looked it up on the exchange."
            checked={isChecked}
            onChange={({ target }) => setChecked(target.checked ? { asked, of } : undefined)}
          />
        )}
      </Note>
    ),
    obstacle:
      isReal && !isChecked ? `${words} is not known. Look it up on the exchange.` : undefined,
  }
}

const NAMES = { account: 'account', price: 'last price', balance: 'free balance' } as const

type Figure = keyof typeof NAMES

export function notKnownWords(missing: readonly Figure[]): string | undefined {
  if (missing.length === 0) return undefined
  const names = missing.map((figure, index) => `${index === 0 ? 'The' : 'the'} ${NAMES[figure]}`)
  return list(names, 'or')
}

export const missingOf = (known: Partial<Record<Figure, unknown>>): Figure[] =>
  (['account', 'price', 'balance'] as const).filter(
    (figure) => figure in known && (known[figure] === undefined || known[figure] === false),
  )
