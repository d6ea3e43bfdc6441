import type { Plot } from './plot.ts'

/** What every Recharts part is told: no motion, no dots, no lines but ours. */
export const BARE_SERIES = {
  dataKey: 'value',
  isAnimationActive: false,
  dot: false,
  activeDot: false,
  connectNulls: true,
} as const

export const BARE_AXIS = {
  allowDataOverflow: true,
  axisLine: false,
  tickLine: false,
  interval: 0,
} as const

export const NO_MARGIN = { top: 0, right: 0, bottom: 0, left: 0 }

export const timeAxisOf = (plot: Plot) => ({
  ...BARE_AXIS,
  dataKey: 'at',
  type: 'number' as const,
  domain: [plot.from, plot.to],
  ticks: [...plot.time.ticks],
})
