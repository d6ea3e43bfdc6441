import { createContext, use } from 'react'

/** Display preferences for all amounts and times. */
export type DisplayPreferences = {
  areAmountsHidden: boolean
  timeZone: 'UTC' | 'local'
  /** First weekday; 0 is Sunday. */
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

/** The present in epoch milliseconds, about once per second. Only ages read it. */
export const NowContext = createContext<number | undefined>(undefined)

export const useNow = (): number | undefined => use(NowContext)
