import type { Tone } from '#charts/time-chart-plan.ts'

/** Line style of a bot; dashes distinguish it without colour, and from text if grey is forced to its colour. */
export type Look = { tone: Tone; width: number; dash?: string }

const LOOKS: readonly Look[] = [
  { tone: 'accent', width: 1.75 },
  { tone: 'text', width: 1.75 },
  { tone: 'text-3', width: 1.75, dash: '2 4' },
  { tone: 'accent', width: 1.75, dash: '6 4' },
  { tone: 'text', width: 1.75, dash: '6 4' },
  { tone: 'text-3', width: 1.75, dash: '6 3 2 3' },
]

/** By the bot's position in the comparison. */
export const lookOf = (place: number): Look =>
  LOOKS[place % LOOKS.length] ?? { tone: 'text', width: 1 }
