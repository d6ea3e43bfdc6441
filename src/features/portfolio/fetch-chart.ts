/** Resolves when the chart's code is there, or does not come: the chart itself says that it is missing. */
export const fetchChart = (): Promise<unknown> =>
  import('#charts/line-chart.tsx').catch(() => undefined)
