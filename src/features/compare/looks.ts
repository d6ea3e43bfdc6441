import type { Tone } from '#charts/time-chart-plan.ts'

/** How the line of a bot is drawn. Its dashes tell it apart where its colour does not. */
export type Look = { tone: Tone; width: number; dash?: string }

const LOOKS: readonly Look[] = [
  { tone: 'accent', width: 1.75 },
  { tone: 'text', width: 1.75 },
  { tone: 'text-3', width: 1.75 },
  { tone: 'accent', width: 1.75, dash: '6 4' },
  { tone: 'text', width: 1.75, dash: '6 4' },
  { tone: 'text-3', width: 1.75, dash: '2 4' },
]

/** By the place of a bot among those that are compared. */
export const lookOf = (place: number): Look =>
  LOOKS[place % LOOKS.length] ?? { tone: 'text', width: 1 }
