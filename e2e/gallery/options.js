// Options of `npm run gallery -- …`; read by its runner and by its tests.
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

import { README_PICTURES } from './readme-pictures.js'

const ROOT = join(import.meta.dirname, '..', '..')

export const SIZES = {
  1440: { width: 1440, height: 900 },
  1280: { width: 1280, height: 800 },
  1024: { width: 1024, height: 768 },
  900: { width: 900, height: 1200 },
  768: { width: 768, height: 1024 },
  390: { width: 390, height: 844 },
  320: { width: 320, height: 568 },
  '200%': { width: 720, height: 450 },
}

const USUAL = { sizes: '1440,1024,768,390', themes: 'dark,light' }

const README = {
  only: README_PICTURES.map(({ page }) => page).join(','),
  states: README_PICTURES.map(({ state }) => state).join(','),
  sizes: '1440',
  themes: 'dark',
  window: true,
}

export const HELP = `npm run gallery -- [flags]: pictures of every page and sheet in every state, at a fixed time.
  --only PAGE,…    these pages alone, such as portfolio,ticket
  --states STATE,… these states alone, such as filled,refused
  --sizes SIZE,…   of ${Object.keys(SIZES).join(', ')}, or WIDTHxHEIGHT (${USUAL.sizes})
  --themes THEME,… dark, light, forced (${USUAL.themes})
  --out DIR        test-results/gallery
  --axe            axe looks at each state too, at the first size
  --window         no more than the window of a long page
  --readme         the pictures of the README alone, into public/
  --list           the pages and their states
`

const listed = (text) => (text === undefined ? [] : text.split(',').filter(Boolean))

export function readOptions(words) {
  const { values } = parseArgs({
    args: words,
    options: {
      only: { type: 'string' },
      states: { type: 'string' },
      sizes: { type: 'string', default: USUAL.sizes },
      themes: { type: 'string', default: USUAL.themes },
      out: { type: 'string', default: join(ROOT, 'test-results', 'gallery') },
      axe: { type: 'boolean', default: false },
      window: { type: 'boolean', default: false },
      readme: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.readme) Object.assign(values, README)
  return {
    ...values,
    only: listed(values.only),
    states: listed(values.states),
    sizes: listed(values.sizes).map(sizeOf),
    themes: listed(values.themes),
    out: resolve(values.out),
  }
}

function sizeOf(name) {
  const [, width, height] = /^(\d+)x(\d+)$/.exec(name) ?? []
  const size = width ? { width: Number(width), height: Number(height) } : SIZES[name]
  if (!size) throw new Error(`There is no size ${name}.`)
  return { name: name.replace('%', 'pc'), ...size }
}
