import { type Decimal, decimal, toText } from '#money/decimal.ts'

/** Width of the count of integer digits. */
const COUNT = 3
/** Sorts after every digit, so that longer negative amounts come first. */
const END = '~'

/**
 * An exact decimal as text that sorts by value (no column is REAL): sign, number of integer digits,
 * all digits; complemented if negative.
 */
export function sortableText(amount: Decimal): string {
  const text = toText(amount)
  const isNegative = text.startsWith('-')
  const [whole = '', fraction = ''] = (isNegative ? text.slice(1) : text).split('.')
  const digits = String(whole.length).padStart(COUNT, '0') + whole + fraction
  return isNegative ? `-${turned(digits)}${END}` : `0${digits}`
}

export function fromSortableText(text: string): Decimal {
  const isNegative = text.startsWith('-')
  const digits = isNegative ? turned(text.slice(1, -END.length)) : text.slice(1)
  const point = COUNT + Number(digits.slice(0, COUNT))
  const whole = digits.slice(COUNT, point)
  const fraction = digits.slice(point)
  return decimal(`${isNegative ? '-' : ''}${whole}${fraction === '' ? '' : '.'}${fraction}`)
}

/** Nines' complement, to reverse the order. */
const turned = (digits: string): string =>
  digits.replaceAll(/\d/g, (digit) => String(9 - Number(digit)))
