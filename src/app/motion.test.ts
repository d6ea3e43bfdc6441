import { readdirSync, readFileSync } from 'node:fs'

import { compile } from 'tailwindcss'
import { expect, it } from 'vitest'

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')

const STYLES = readdirSync(new URL('.', import.meta.url))
  .filter((name) => name.endsWith('.css'))
  .map((name) => ({ name, text: read(name) }))

const COMPONENTS = readdirSync(new URL('..', import.meta.url), {
  recursive: true,
  encoding: 'utf8',
})
  .filter((path) => path.endsWith('.tsx') || (path.startsWith('ui/') && path.endsWith('.ts')))
  .map((path) => ({ name: path, text: read(`../${path}`) }))

const LONGEST = 150

/** In milliseconds. */
const times = (text: string): number[] =>
  Array.from(text.matchAll(/(?<![\w.-])(\d*\.?\d+)(m?s)\b/g), ([, count, unit]) =>
    unit === 's' ? Number(count) * 1_000 : Number(count),
  )

it.each(STYLES)('no animation of $name is longer than 150 ms', ({ text }) => {
  const moving = text
    .split('\n')
    .filter((line) => /animation|transition/.test(line))
    .flatMap(times)
  expect(moving.filter((time) => time > LONGEST)).toEqual([])
})

it('no component sets its own duration or delay', () => {
  const own = COMPONENTS.filter(({ text }) =>
    /(?<![\w-])(duration-|delay-|animate-(?!none)|transition-all)/.test(text),
  )
  expect(own.map(({ name }) => name)).toEqual([])
})

it('prefers-reduced-motion switches all motion off', () => {
  const [, reduced = ''] =
    /@media \(prefers-reduced-motion: reduce\) \{([\s\S]*)\n\}/.exec(read('styles.css')) ?? []
  expect(reduced).toMatch(/\*,\s+::before,\s+::after/)
  for (const rule of [
    'transition-duration: 0s',
    'animation-duration: 0s',
    'scroll-behavior: auto',
  ]) {
    expect(reduced).toContain(`${rule} !important`)
  }
})

/** Components without an outline, and the place of their focus mark. */
const INSTEAD: Record<string, string> = {
  'charts/price-plot.tsx': 'the grip of the line draws the ring',
  'features/shell/command-palette.tsx': 'the dialog is the frame of its one input',
  'features/shell/shell.tsx': 'the page itself, focused after a jump',
  'ui/drawer.tsx': 'the drawer itself, focused when it opens',
  'ui/menu.tsx': 'the highlighted row',
  'ui/popover-panel.tsx': 'the panel itself, focused when it opens',
  'ui/sheet-panel.tsx': 'the sheet itself, never a tab stop',
  'ui/tabs.tsx': 'the content of a tab, never a tab stop',
  'ui/text-input.tsx': 'the frame around the input',
}

it('the focus outline is 2 px wide with an offset of 2 px', () => {
  expect(read('styles.css')).toMatch(
    /:focus-visible \{\s+outline: 2px solid var\(--accent\);\s+outline-offset: 2px;/,
  )
})

it('only components with another focus mark remove the outline', () => {
  const without = COMPONENTS.filter(({ text }) => /outline-(none|hidden|0)\b/.test(text))
  expect(without.map(({ name }) => name).toSorted()).toEqual(Object.keys(INSTEAD))
  for (const { text } of STYLES) expect(text).not.toMatch(/outline: (none|0)/)
})

it('`medium`, `narrow` and `coarse` compile to one query each, `narrow` after `medium`', async () => {
  const variants = read('styles.css').match(
    /@custom-variant (?:medium|narrow|coarse)[^;{]*(?:;|\{[\s\S]*?\n\})/g,
  )
  expect(variants).toHaveLength(3)
  const compiled = await compile(`${variants?.join('\n')} @tailwind utilities;`)
  const queries = compiled
    .build(['narrow:hidden', 'medium:hidden', 'coarse:hidden'])
    .match(/@(container|media).*(?= \{)/g)
  expect(queries).toEqual([
    '@container page (width < 56.25rem)',
    '@container page (width < 40rem)',
    '@media (pointer: coarse), (width < 40rem)',
  ])
})
