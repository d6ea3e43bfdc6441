import { useId, useState } from 'react'

import { pair as pairSchema } from '#contract/primitives.ts'
import { type OwnControlProps, Proposals } from '#lists/filters.tsx'
import { usePairNames } from '#market/pairs.tsx'
import { DOLLARS } from '#trading/dollars.ts'
import { findPair, fromSlashPair, splitPair, toSlashPair } from '#trading/pair.ts'
import { SearchIcon } from '#ui/icons.tsx'
import { TextInput } from '#ui/text-input.tsx'

import type { SearchChange } from './smart-trade-search.ts'

/** Pair in any spelling ("BTC/USDT", "BTC-USDT", "USDT_BTC"), or a base currency. */
export function readPair(
  text: string,
  known: readonly string[] = [],
): Pick<SearchChange, 'pair' | 'base'> | undefined {
  const typed = text.trim()
  if (typed === '') return { pair: undefined, base: undefined }
  const found = findPair(typed, known)
  if (found !== undefined) return { pair: found, base: undefined }
  const base = known.map((pair) => splitPair(pair).base).find((one) => isSame(one, typed))
  if (base !== undefined) return { base, pair: undefined }
  const pair = fromSlashPair(slashed(typed, known.length > 0))
  if (pairSchema.safeParse(pair).success) return { pair: inCapitals(pair), base: undefined }
  return /^[^\s/_]{1,40}$/.test(typed) ? { base: inCapitals(typed), pair: undefined } : undefined
}

/** Other spellings as BASE/QUOTE. Without a list of pairs, BTCUSDT is read as a dollar pair. */
function slashed(typed: string, isListed: boolean): string {
  const quote = isListed || !/^[^\s/_-]+$/.test(typed) ? undefined : dollarsOf(typed)
  return quote === undefined
    ? typed.replace(/^([^\s/_-]+)-([^\s/_-]+)$/, '$1/$2')
    : `${inCapitals(typed.slice(0, -quote.length))}/${quote}`
}

const dollarsOf = (typed: string): string | undefined =>
  [...DOLLARS].findLast(
    (dollar) => typed.length > dollar.length && typed.toUpperCase().endsWith(dollar),
  )

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/** Uppercases currencies, except those that exchanges write otherwise, such as kPEPE. */
export const inCapitals = (typed: string): string =>
  typed === typed.toLowerCase() ? typed.toUpperCase() : typed

export function PairSearch({ search, onChange }: OwnControlProps) {
  const { pair, base = '' } = search
  const shown = pair === undefined ? String(base) : toSlashPair(String(pair))
  // The URL may change under the input, by removing a chip or going back.
  return <PairField key={shown} shown={shown} onChange={onChange} />
}

type PairFieldProps = Pick<OwnControlProps, 'onChange'> & { shown: string }

function PairField({ shown, onChange }: PairFieldProps) {
  const [text, setText] = useState(shown)
  const [isTurnedTo, setTurnedTo] = useState(false)
  const pairs = usePairNames({ isWanted: isTurnedTo })
  const listId = useId()
  const read = readPair(text, pairs)
  return (
    <>
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
        onBlur={() => text !== shown && read && onChange(read)}
        onKeyDown={takeOnEnter}
        frameClassName="w-37 narrow:w-0 narrow:flex-1"
      />
      <Proposals id={listId} of={pairs.map((pair) => toSlashPair(pair))} />
    </>
  )
}

export const takeOnEnter = (event: { key: string; currentTarget: HTMLInputElement }) => {
  if (event.key === 'Enter') event.currentTarget.blur()
}
