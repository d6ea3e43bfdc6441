import { decimal, type Decimal, placesOf, toNumber, toText } from '#money/decimal.ts'
import { textOr } from '#money/format.ts'

const BETWEEN_DIGITS = /(?<=\d)[\s\u00a0\u2009\u202f'’_](?=\d)/g
const GROUPED_BY_COMMA = /^[1-9]\d{0,2}(,\d{3})+$/
const GROUPED_BY_POINT = /^[1-9]\d{0,2}(\.\d{3})+$/

/**
 * Typed decimal with comma or point, and optional groups of three. "92,900" is read as this page
 * writes it, "0,045" as a German decimal. `undefined` for anything else.
 */
export function readAmount(text: string): Decimal | undefined {
  const compact = text.trim().replace(BETWEEN_DIGITS, '').replace('−', '-')
  const [, sign = '', figures = ''] = /^([+-]?)([\d.,]+)$/.exec(compact) ?? []
  const plain = plainOf(figures)
  if (plain === undefined) return undefined
  const [whole = '', fraction = ''] = plain.split('.')
  if (whole === '' && fraction === '') return undefined
  return decimal(
    `${sign === '-' ? '-' : ''}${textOr(whole, '0')}${fraction === '' ? '' : `.${fraction}`}`,
  )
}

/** Typed whole number, read like amounts: "1,000" is a thousand. */
export function readWhole(text: string): number | undefined {
  const amount = readAmount(text)
  const number = amount === undefined || placesOf(amount) > 0 ? undefined : toNumber(amount)
  return Number.isSafeInteger(number) ? number : undefined
}

function plainOf(figures: string): string | undefined {
  const comma = figures.lastIndexOf(',')
  const point = figures.lastIndexOf('.')
  if (comma < 0 && figures.indexOf('.') === point) return figures
  if (comma < 0) return GROUPED_BY_POINT.test(figures) ? figures.replaceAll('.', '') : undefined
  if (point < 0) {
    if (GROUPED_BY_COMMA.test(figures)) return figures.replaceAll(',', '')
    return figures.indexOf(',') === comma ? figures.replace(',', '.') : undefined
  }
  const [mark, group] = point > comma ? (['.', ','] as const) : ([',', '.'] as const)
  const [whole = '', fraction = '', ...rest] = figures.split(mark)
  const pattern = group === ',' ? GROUPED_BY_COMMA : GROUPED_BY_POINT
  if (rest.length > 0 || !pattern.test(whole)) return undefined
  return `${whole.replaceAll(group, '')}.${fraction}`
}

const AS_IT_GOES_OUT = /^\d*\.?\d*$/
/** Ambiguous: thousands to some readers, decimals to others. */
const IN_TWO_WAYS = /^[1-9]\d{0,2}\.\d{3}$/

/** Amount as sent, if typed differently or ambiguous. */
export function readAs(text: string): string | undefined {
  const typed = text.trim()
  if (AS_IT_GOES_OUT.test(typed) && !IN_TWO_WAYS.test(typed)) return undefined
  const amount = readAmount(text)
  return amount && toText(amount)
}

export function sentAs(text: string): string | undefined {
  const amount = readAs(text)
  return amount === undefined ? undefined : `Sent as ${amount}`
}
