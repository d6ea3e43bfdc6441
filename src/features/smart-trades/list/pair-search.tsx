import { type FormEvent, useId, useState } from 'react'

import { pair as pairSchema } from '#contract/primitives.ts'
import { usePairNames } from '#market/pairs.tsx'
import { fromSlashPair, toSlashPair } from '#trading/pair.ts'
import { SearchIcon } from '#ui/icons.tsx'
import { TextInput } from '#ui/text-input.tsx'

import type { SearchChange, SmartTradeSearch } from './smart-trade-search.ts'

type PairSearchProps = {
  search: SmartTradeSearch
  onChange: (change: SearchChange) => void
}

/**
 * "BTC/USDT", "USDT_BTC" or a currency alone, which is the base. Gives nothing for text that is
 * none of them. A pair that is known is spelled as the service spells it.
 */
export function readPair(
  text: string,
  known: readonly string[] = [],
): Pick<SearchChange, 'pair' | 'base'> | undefined {
  const typed = text.trim()
  if (typed === '') return { pair: undefined, base: undefined }
  const pair = typed.includes('/') ? fromSlashPair(typed) : typed
  if (pairSchema.safeParse(pair).success) {
    const isIt = (one: string) => one.toLowerCase() === pair.toLowerCase()
    return { pair: known.find(isIt) ?? inCapitals(pair), base: undefined }
  }
  return /^[^\s/_]{1,40}$/.test(typed) ? { base: inCapitals(typed), pair: undefined } : undefined
}

/** Currencies are written in capitals, except those that exchanges write otherwise, such as kPEPE. */
export const inCapitals = (typed: string): string =>
  typed === typed.toLowerCase() ? typed.toUpperCase() : typed

export function PairSearch({ search, onChange }: PairSearchProps) {
  const { pair, base } = search
  const shown = pair === undefined ? (base ?? '') : toSlashPair(pair)
  // The address may change under the input: by a chip taken off, or by going back.
  return <PairField key={shown} shown={shown} onChange={onChange} />
}

type PairFieldProps = Pick<PairSearchProps, 'onChange'> & { shown: string }

function PairField({ shown, onChange }: PairFieldProps) {
  const [text, setText] = useState(shown)
  const [isTurnedTo, setTurnedTo] = useState(false)
  const pairs = usePairNames({ isWanted: isTurnedTo })
  const listId = useId()
  const read = readPair(text, pairs)
  const take = (event?: FormEvent) => {
    event?.preventDefault()
    if (text !== shown && read) onChange(read)
  }
  return (
    <form role="search" aria-label="Find a pair" onSubmit={take} className="narrow:flex-1">
      <TextInput
        isChip
        aria-label="Pair"
        aria-invalid={read === undefined || undefined}
        title={read === undefined ? 'Write BTC/USDT, USDT_BTC or one currency.' : undefined}
        placeholder="Pair"
        list={listId}
        before={<SearchIcon />}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onFocus={() => setTurnedTo(true)}
        onBlur={() => take()}
        frameClassName="w-37 narrow:w-full"
      />
      <datalist id={listId}>
        {pairs.map((known) => (
          <option key={known} value={toSlashPair(known)} />
        ))}
      </datalist>
    </form>
  )
}
