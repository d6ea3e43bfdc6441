import { expect, it } from 'vitest'

import { decimal } from '#money/decimal.ts'

import { gridBotName } from './grid-bot-name.ts'

const nameOf = (
  lower: string,
  upper: string,
  others: { isFutures?: true; taken?: string[] } = {},
) =>
  gridBotName({
    pair: 'USDT_BTC',
    lower: decimal(lower),
    upper: decimal(upper),
    isFutures: undefined,
    taken: [],
    ...others,
  })

it.each([
  ['78651.67', '106411.09', 'BTC 78.7k–106k'],
  ['2876.3', '3515.48', 'BTC 2,876–3,515'],
  ['111.93', '163.8', 'BTC 112–164'],
  ['18.79', '28.184', 'BTC 18.8–28.2'],
  ['0.0000000006401', '0.00000000081', 'BTC 0.0(9)64–0.0(9)81'],
  ['1000000', '1250000', 'BTC 1M–1.25M'],
])('the name of a grid from %s to %s is %s', (lower, upper, name) => {
  expect(nameOf(lower, upper)).toBe(name)
})

it('the name of a narrow grid has enough digits to tell its bounds apart', () => {
  expect(nameOf('100010', '100040')).toBe('BTC 100.01k–100.04k')
})

it('the name of a futures grid says so', () => {
  expect(nameOf('76542.4', '103243.24', { isFutures: true })).toBe('BTC futures 76.5k–103k')
})

it('a name that another bot has is followed by the first free number', () => {
  const taken = ['BTC 112–164', 'BTC 112–164 (2)']
  expect(nameOf('112', '164', { taken })).toBe('BTC 112–164 (3)')
})
