import { type Decimal, decimal, toText } from '#money/decimal.ts'

/** Digits before the point are counted with this many. */
const COUNT = 3
/** After every digit, so that of two negative amounts the one with more digits comes first. */
const END = '~'

/**
 * An exact decimal as text whose binary order is that of the amounts, since no column is REAL: the
 * sign, how many digits are before the point, and all digits; those of a negative one turned round.
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

/** Nine less each digit: the order the other way round. */
const turned = (digits: string): string =>
  digits.replaceAll(/\d/g, (digit) => String(9 - Number(digit)))
