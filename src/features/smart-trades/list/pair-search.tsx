import { type FormEvent, useId, useState } from 'react'

import { pair as pairSchema } from '#contract/primitives.ts'
import { SearchIcon } from '#ui/icons.tsx'
import { TextInput } from '#ui/text-input.tsx'

import type { SearchChange } from './smart-trade-filters.tsx'
import type { SmartTradeSearch } from './smart-trade-search.ts'
import { pairName } from '../trade-facts.ts'
import { usePairNames } from '../use-pair-names.ts'

type PairSearchProps = {
  search: SmartTradeSearch
  onChange: (change: SearchChange) => void
}

/**
 * "BTC/USDT", "USDT_BTC" or a currency alone, which is the base. Gives nothing for text that is
 * none of them.
 */
export function readPair(text: string): Pick<SearchChange, 'pair' | 'base'> | undefined {
  const typed = text.trim().toUpperCase()
  if (typed === '') return { pair: undefined, base: undefined }
  const [base = '', quote = ''] = typed.split('/')
  const pair = typed.includes('/') ? `${quote}_${base}` : typed
  if (pairSchema.safeParse(pair).success) return { pair, base: undefined }
  return /^[A-Z0-9]{1,40}$/.test(typed) ? { base: typed, pair: undefined } : undefined
}

export function PairSearch({ search, onChange }: PairSearchProps) {
  const { pair, base } = search
  const shown = pair === undefined ? (base ?? '') : pairName(pair)
  // The address may change under the input: by a chip taken off, or by going back.
  return <PairField key={shown} shown={shown} onChange={onChange} />
}

type PairFieldProps = Pick<PairSearchProps, 'onChange'> & { shown: string }

function PairField({ shown, onChange }: PairFieldProps) {
  const [text, setText] = useState(shown)
  const [isTurnedTo, setTurnedTo] = useState(false)
  const pairs = usePairNames({ isWanted: isTurnedTo })
  const listId = useId()
  const read = readPair(text)
  const take = (event?: FormEvent) => {
    event?.preventDefault()
    if (text !== shown && read) onChange(read)
  }
  return (
    <form role="search" aria-label="Find a pair" onSubmit={take} className="max-sm:flex-1">
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
        frameClassName="w-37 max-sm:w-full"
      />
      <datalist id={listId}>
        {pairs.map((known) => (
          <option key={known} value={pairName(known)} />
        ))}
      </datalist>
    </form>
  )
}
