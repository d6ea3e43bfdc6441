/** How each figure is made and of what: printed where one asks for it. */
const SOURCE = 'From the balance history of the service.'
const DAYS =
  'Days are those of the time zone that Settings name; a step between two points counts to the one in which its middle lies.'

export const FORMULAS = {
  value: 'Everything that has a value, as the balance table says now.',
  start: `The first point of the range. ${SOURCE}`,
  end: `The last point of the range; the balances of this moment are not part of it. ${SOURCE}`,
  flows: `What was paid in less what was taken out after the first point. ${SOURCE}`,
  profit: `Value at the end − value at the start − what was paid in + what was taken out. ${SOURCE}`,
  timeWeighted: `Every step by itself, (value + taken out) ÷ (value before + paid in), multiplied together, less 1: what comes in counts from the start of its step, what goes out until its end. ${SOURCE}`,
  moneyWeighted: `The one rate r of the whole range for which start × (1 + r) + every deposit and withdrawal × (1 + r) to the share of the range it counts for = end. When money came counts. ${SOURCE}`,
  drawdown: `The deepest fall of the time-weighted index below its highest point so far. Withdrawals do not count as loss. Not told over more than two days without a point. ${SOURCE}`,
  volatility: `The standard deviation of the logarithmic time-weighted growth of days (hours within two days), times the root of how many a year has. Not told over more than two days (hours) without a point. ${SOURCE}`,
  stretch: `By what it earned net of deposits, with its time-weighted return. One that has not ended counts as far as it went. ${DAYS} ${SOURCE}`,
  daysUp: `Days that earned something net of deposits, of all days with a point. ${DAYS} ${SOURCE}`,
  today: `From midnight in the time zone that Settings name to the last point: value there − value then − what was paid in + what was taken out. ${SOURCE}`,
} as const

export const READINGS = {
  since_last: 'Deposits are read as what came in since the point before.',
  cumulative: 'Deposits are read as running totals.',
} as const
