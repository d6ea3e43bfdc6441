import type { Settings } from '#session/settings.ts'

type WordOrFlag = {
  [K in keyof Settings]: Settings[K] extends string | boolean ? K : never
}[keyof Settings]

export type Words<T extends string> = {
  name: string
  detail?: string
  options: Readonly<Record<T, string>>
}

export const CHOICES = {
  theme: { name: 'Theme', options: { system: 'System', dark: 'Dark', light: 'Light' } },
  direction: {
    name: 'Gain and loss',
    detail: 'A sign and an arrow show it too.',
    options: { 'green-up': 'Green up', 'red-up': 'Red up', safe: 'Blue up' },
  },
  density: {
    name: 'Density',
    options: { compact: 'Compact', standard: 'Standard', comfortable: 'Comfortable' },
  },
  hideAmounts: { name: 'Amounts', options: { false: 'Shown', true: 'Hidden' } },
  timeZone: {
    name: 'Time zone',
    detail: 'Days in History and Portfolio begin at midnight in this time zone.',
    options: { local: 'Local', utc: 'UTC' },
  },
  firstDay: {
    name: 'First day of the week',
    detail: 'For the calendar and the year in History.',
    options: { monday: 'Monday', sunday: 'Sunday', saturday: 'Saturday' },
  },
  orderRefs: {
    name: 'Reference in the note',
    detail:
      'Adds eight digits to the note of each new SmartTrade. They identify the trade if the answer to its order is lost.',
    options: { false: 'Off', true: 'On' },
  },
} as const satisfies { [K in WordOrFlag]: Words<`${Settings[K]}`> }

export type ChoiceSetting = keyof typeof CHOICES

export const BUDGET_NAME = 'Request budget'

/** Reads per minute in words; `undefined` means "decided by the service". */
export const budgetWords = (readsAMinute: number | undefined): string =>
  readsAMinute === undefined ? 'Automatic' : `${readsAMinute} per minute`
