import type { Attributes } from '#contract/errors.ts'
import { stillToDo } from '#forms/still-to-do.ts'

const NAMES: readonly [pattern: RegExp, name: (match: RegExpExecArray) => string][] = [
  [/^account_id$/, () => 'account'],
  [/^pair$/, () => 'pair'],
  [/^leverage/, () => 'leverage'],
  [/^position\.units/, () => 'units'],
  [/^position\.total/, () => 'total'],
  [/^position\.price/, () => 'price'],
  [/^position\.conditional\.price/, () => 'trigger price'],
  [/^position\.conditional\.trailing/, () => 'trailing of the entry'],
  [/^take_profit\.steps\.(\d+)\.volume/, ([, index]) => `volume of target ${Number(index) + 1}`],
  [/^take_profit\.steps\.(\d+)/, ([, index]) => `target ${Number(index) + 1}`],
  [/^take_profit\.trailing/, () => 'trailing of the last target'],
  [/^take_profit/, () => 'targets'],
  [/^stop_loss\.breakeven/, () => 'break-even'],
  [/^stop_loss\.timeout/, () => 'delay of the stop'],
  [/^stop_loss\.conditional\.trailing/, () => 'trailing of the stop'],
  [/^stop_loss\.price/, () => 'limit price of the stop'],
  [/^stop_loss/, () => 'stop'],
  [/^note$/, () => 'note'],
]

/** What stands between the ticket and its review, in one line; `undefined` when nothing does. */
export const missingLine = (issues: Attributes): string | undefined => stillToDo(issues, nameOf)

function nameOf(path: string): string {
  for (const [pattern, name] of NAMES) {
    const match = pattern.exec(path)
    if (match) return name(match)
  }
  return path
}

/** The fields as they stand on the ticket, from its top left to its end. */
const ORDER = [
  'account_id',
  'pair',
  'position.order_type',
  'position.conditional',
  'position.price',
  'position.units',
  'position.total',
  'leverage',
  'take_profit.steps',
  'take_profit',
  'stop_loss.conditional.price',
  'stop_loss',
  'note',
] as const

const placeOf = (field: string): number => ORDER.findIndex((start) => field.startsWith(start))

/** The first field that still wants something. */
export const nextField = (issues: Attributes): string | undefined =>
  Object.keys(issues)
    .filter((field) => placeOf(field) >= 0)
    .toSorted((a, b) => placeOf(a) - placeOf(b))[0]
