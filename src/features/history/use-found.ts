import { useCallback, useDeferredValue, useMemo, useState } from 'react'

import { ofDay, searched, type Trade } from './trades.ts'

type DayOf = Parameters<typeof ofDay>[2]

/** The rows loaded of a day, and of those the ones in which is found what is typed. */
export function useFound(loaded: readonly Trade[], day: string | undefined, dayOf: DayOf) {
  const [typed, setTyped] = useState('')
  const text = useDeferredValue(typed).trim()
  const filtered = useCallback(
    (trades: readonly Trade[]) => searched(ofDay(trades, day, dayOf), text),
    [day, dayOf, text],
  )
  const found = useMemo(() => filtered(loaded), [filtered, loaded])
  return { typed, setTyped, text, filtered, found }
}
