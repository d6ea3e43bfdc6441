import { createContext, use } from 'react'
import { COMMA_AND_POINT, type Separators } from '#money/format.ts'

/** How this person reads figures. Every amount and every time on the screen follows it. */
export type Reading = {
  areAmountsHidden: boolean
  separators: Separators
  timeZone: 'UTC' | 'local'
  /** The weekday that weeks begin with, counted from Sunday as 0. */
  firstDay: 0 | 1 | 6
}

export const DEFAULT_READING: Reading = {
  areAmountsHidden: false,
  separators: COMMA_AND_POINT,
  timeZone: 'UTC',
  firstDay: 1,
}

export const ReadingContext = createContext<Reading>(DEFAULT_READING)

export const useReading = (): Reading => use(ReadingContext)
