import { levelAt, type PriceLevel, type PriceZone } from '#charts/price-data.ts'
import { compare, type Decimal, subtract } from '#money/decimal.ts'
import type { Preview } from '#trading/smart-trade-preview.ts'

import { type DraftValues, ticketForm } from '../ticket/fields.ts'
import {
  entryOf,
  isClosed,
  nowOf,
  stepPrice,
  stepsOf,
  stopOf,
  targetName,
  type Trade,
} from '../trade-facts.ts'

type Kind =
  | 'entry'
  | 'stop'
  | 'stop-limit'
  | 'liquidation'
  | 'target'
  | 'trigger'
  | 'break-even'
  | 'last'

export type PictureLine = PriceLevel & { kind: Kind; index: number }

export type PictureWords = {
  entry?: string
  stop?: string
  target?: (index: number) => string
}

type PictureFacts = {
  preview: Preview
  last: Decimal | undefined
  /** Trigger of an entry that then waits at its own limit. */
  trigger?: Decimal | undefined
  words: PictureWords
}

const LOOKS: Record<Kind, PriceLevel['look']> = {
  entry: 'entry',
  stop: 'down',
  'stop-limit': 'down',
  liquidation: 'caution',
  target: 'up',
  trigger: 'trigger',
  'break-even': 'break-even',
  last: 'last',
}

export function linesOf({ preview, last, trigger, words }: PictureFacts): PictureLine[] {
  const { entryPrice, targets, stop, breakEven, liquidation } = preview
  const line = (kind: Kind, name: string, price: Decimal | undefined, detail = '', index = 0) => {
    const rest = { id: `${kind} ${index}`, detail, isFar: kind === 'liquidation' }
    return levelAt(name, price, LOOKS[kind], rest).map((level) => ({ ...level, kind, index }))
  }
  return [
    ...line('entry', 'Entry', entryPrice, words.entry),
    // The result is at the price where it closes.
    ...line('stop', 'Stop', stop?.trigger, stop?.limit ? '' : words.stop),
    ...line('stop-limit', 'Stop limit', stop?.limit, words.stop),
    ...line('liquidation', 'Estimated liquidation', liquidation),
    ...targets.flatMap(({ price }, index) =>
      line(
        'target',
        targets.length === 1 ? 'Target' : `Target ${index + 1}`,
        price,
        words.target?.(index),
        index,
      ),
    ),
    ...line('trigger', 'Trigger', trigger),
    ...line('break-even', 'Break-even', stop?.trigger && breakEven),
    // The entry's line shows it if both are equal.
    ...line('last', 'Last price', last === entryPrice ? undefined : last),
  ]
}

export const levelsOf = (trade: Trade): PriceLevel[] => [
  ...levelAt(entryName(trade), entryOf(trade), 'entry'),
  ...levelAt('Stop', stopOf(trade), 'down'),
  ...stepsOf(trade).flatMap((step, index) =>
    levelAt(targetName(trade, index), stepPrice(trade, step), 'up'),
  ),
  ...levelAt(isClosed(trade) ? 'Average close' : 'Last price', nowOf(trade), 'last'),
]

export const entryName = (trade: Trade): string =>
  trade.skip_enter_step ? 'Held position' : 'Entry'

export function zonesOf(lines: readonly PictureLine[], { stop }: Preview): PriceZone[] {
  const entry = lines.find(({ kind }) => kind === 'entry')
  if (!entry) return []
  const away = ({ price }: PictureLine) => subtract(price, entry.price)
  const size = (one: PictureLine) => (isBelow(one) ? subtract(entry.price, one.price) : away(one))
  const isBelow = ({ price }: PictureLine) => compare(price, entry.price) < 0
  const farthest = (...kinds: Kind[]) =>
    lines
      .filter(({ kind }) => kinds.includes(kind))
      .toSorted((a, b) => compare(size(b), size(a)))[0]
  const [target, exit] = [farthest('target'), farthest('stop', 'stop-limit')]
  // An invalid stop has no loss to show.
  const isMistyped = stop?.loss === undefined && target && exit && isBelow(target) === isBelow(exit)
  const zone = (to: PictureLine | undefined, tone: PriceZone['tone']): PriceZone[] =>
    to ? [{ from: entry.id, to: to.id, tone }] : []
  return [...zone(target, 'up'), ...(isMistyped ? [] : zone(exit, 'down'))]
}

/** Levels before and after a change; a moved one is drawn twice, its old place dashed. */
export function changedLevels(
  before: readonly PriceLevel[],
  after: readonly PriceLevel[],
): PriceLevel[] {
  const moves = (one: PriceLevel, others: readonly PriceLevel[]) =>
    one.look !== 'last' &&
    one.look !== 'break-even' &&
    others.find(({ id }) => id === one.id)?.price !== one.price
  const named = (word: string, { name }: PriceLevel) => `${word} ${name.toLowerCase()}`
  return [
    ...after.map((one) => (moves(one, before) ? { ...one, name: named('New', one) } : one)),
    ...before.flatMap((one) =>
      moves(one, after)
        ? [{ ...one, id: `old ${one.id}`, name: named('Old', one), look: 'break-even' as const }]
        : [],
    ),
  ]
}

export type LineField =
  | 'position.price'
  | 'position.conditional.price'
  | 'stop_loss.conditional.price'
  | 'stop_loss.price'
  | `take_profit.steps.${number}.price`

export function fieldOfLine(
  line: Pick<PictureLine, 'kind' | 'index'>,
  values: DraftValues,
): LineField | undefined {
  if (line.kind === 'target') return `take_profit.steps.${line.index}.price`
  if (line.kind === 'stop') return 'stop_loss.conditional.price'
  if (line.kind === 'stop-limit') return 'stop_loss.price'
  if (line.kind === 'trigger') return 'position.conditional.price'
  if (line.kind !== 'entry') return undefined
  const field = ticketForm.fieldOf('position.price', values, {})
  if (field === undefined) return undefined
  return field === 'position.price.value' ? 'position.price' : 'position.conditional.price'
}
