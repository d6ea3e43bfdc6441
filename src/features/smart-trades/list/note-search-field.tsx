import { type FormEvent, useId, useState } from 'react'

import { tagsOf } from '#trading/tags.ts'
import { SearchIcon } from '#ui/icons.tsx'
import { TextInput } from '#ui/text-input.tsx'

import type { Trade } from '../trade-facts.ts'
import type { SearchChange } from './smart-trade-search.ts'

type NoteSearchProps = {
  note: string | undefined
  /** Their #tags are proposed. */
  trades: readonly Trade[]
  onChange: (change: SearchChange) => void
}

/** Looks for words and #tags in the notes, once they are taken by Enter or by leaving the field. */
export const NoteSearch = ({ note = '', ...rest }: NoteSearchProps) => (
  // The address may change under the input: by a tag pressed, or by a chip taken off.
  <NoteSearchField key={note} note={note} {...rest} />
)

function NoteSearchField({ note = '', trades, onChange }: NoteSearchProps) {
  const [text, setText] = useState(note)
  const listId = useId()
  const tags = new Set(trades.flatMap((trade) => tagsOf(trade.note ?? '')))
  const take = (event?: FormEvent) => {
    event?.preventDefault()
    if (text.trim() !== note) onChange({ note: text.trim() || undefined })
  }
  return (
    <form role="search" aria-label="Find in notes" onSubmit={take}>
      <TextInput
        isChip
        aria-label="Note or #tag"
        placeholder="Note or #tag"
        list={listId}
        before={<SearchIcon />}
        value={text}
        maxLength={100}
        onChange={({ target }) => setText(target.value)}
        onBlur={() => take()}
        frameClassName="w-37 narrow:w-full"
      />
      <datalist id={listId}>
        {[...tags].toSorted().map((tag) => (
          <option key={tag} value={tag} />
        ))}
      </datalist>
    </form>
  )
}
