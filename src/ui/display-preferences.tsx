import { createContext, use } from 'react'

/** How this person reads the page. Every amount and every time on the screen follows it. */
export type DisplayPreferences = {
  areAmountsHidden: boolean
  timeZone: 'UTC' | 'local'
  /** The weekday that weeks begin with, counted from Sunday as 0. */
  firstDay: 0 | 1 | 6
}

export const DEFAULT_DISPLAY_PREFERENCES: DisplayPreferences = {
  areAmountsHidden: false,
  timeZone: 'UTC',
  firstDay: 1,
}

export const DisplayPreferencesContext = createContext<DisplayPreferences>(
  DEFAULT_DISPLAY_PREFERENCES,
)

export const useDisplayPreferences = (): DisplayPreferences => use(DisplayPreferencesContext)

/**
 * The present instant in epoch milliseconds, given by whoever owns the clock; it moves about once a
 * second. Only ages read it, so only ages are drawn again.
 */
export const NowContext = createContext<number | undefined>(undefined)

export const useNow = (): number | undefined => use(NowContext)
