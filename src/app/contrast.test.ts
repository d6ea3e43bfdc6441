import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

type Tokens = ReadonlyMap<string, string>

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')

/** Colours of a rule in `tokens.css`. */
function coloursOf(selector: string): [string, string][] {
  const start = css.indexOf(`${selector} {`)
  if (start < 0) throw new Error(`tokens.css has no rule ${selector}.`)
  const rule = css.slice(start, css.indexOf('}', start))
  return Array.from(rule.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g), ([, name = '', hex = '']) => [
    name,
    hex,
  ])
}

/** Relative luminance by WCAG 2.2. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number(`0x${hex.slice(at, at + 2)}`) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const GROUNDS = ['canvas', 'panel', 'field', 'overlay', 'hover', 'active']
const TEXTS = ['text', 'text-2', 'text-3', 'accent', 'caution', 'up', 'down']
/** Text colours and their special backgrounds. */
const SPECIAL_PAIRS = [
  ['on-accent', 'accent-fill'],
  ['on-caution', 'caution-fill'],
  ['accent', 'accent-soft'],
  ['text', 'accent-soft'],
  ['text', 'caution-soft'],
  ['text-2', 'caution-soft'],
  ['caution', 'caution-soft'],
  ['up', 'up-soft'],
  ['down', 'down-soft'],
  ['text', 'up-soft'],
  ['text', 'down-soft'],
]

/** All used pairs with their minimum contrast. */
const PAIRS = [
  ...TEXTS.flatMap((text) => GROUNDS.map((ground) => [text, ground, 4.5] as const)),
  ...SPECIAL_PAIRS.map(([text = '', ground = '']) => [text, ground, 4.5] as const),
  ...GROUNDS.map((ground) => ['edge', ground, 3] as const),
]

describe.each(['dark', 'light'])('%s theme', (theme) => {
  it.each(['green-up', 'red-up', 'safe'])('all colour pairs of %s reach WCAG AA', (direction) => {
    const tokens: Tokens = new Map([
      ...coloursOf(`[data-theme='${theme}']`),
      ...(direction === 'green-up'
        ? []
        : coloursOf(`[data-direction='${direction}'][data-theme='${theme}']`)),
    ])
    const hex = (name: string): string => {
      const found = tokens.get(name)
      if (found === undefined) throw new Error(`tokens.css has no colour ${name}.`)
      return found
    }
    const short = PAIRS.flatMap(([text, ground, least]) => {
      const reached = contrast(hex(text), hex(ground))
      return reached < least ? [`${text} on ${ground}: ${reached.toFixed(2)} of ${least}`] : []
    })
    expect(short).toEqual([])
  })
})

it('contrast equals the values of WCAG examples', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.478, 3)
})
