import { useMemo } from 'react'

/** The object of before as long as it says the same: nothing that reads it is drawn again. */
export function useSame<T>(value: T): T {
  const text = JSON.stringify(value)
  return useMemo(() => JSON.parse(text) as T, [text])
}
