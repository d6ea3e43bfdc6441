import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'

import { describe, expect, it } from 'vitest'

/** The plan of the house: each room, and the rooms it may look into. Read it from the bottom up. */
const PLAN: Record<string, readonly string[]> = {
  app: [
    'client',
    'contract',
    'features',
    'intents',
    'money',
    'query',
    'routes',
    'session',
    'signing',
    'ui',
  ],
  routes: ['contract', 'features', 'query', 'session', 'ui'],
  features: [
    'charts',
    'client',
    'contract',
    'forms',
    'intents',
    'money',
    'query',
    'session',
    'signing',
    'trading',
    'ui',
  ],
  forms: ['client', 'contract', 'intents', 'money', 'query', 'ui'],
  query: ['client', 'contract', 'intents', 'session'],
  intents: ['client', 'contract', 'signing'],
  session: ['client', 'signing'],
  charts: ['money', 'ui'],
  ui: ['money'],
  paper: ['contract', 'money', 'signing', 'trading'],
  client: ['contract', 'signing'],
  trading: ['contract', 'money'],
  signing: [],
  contract: ['money'],
  money: [],
  testing: [
    'client',
    'contract',
    'intents',
    'money',
    'paper',
    'query',
    'session',
    'signing',
    'trading',
  ],
}

/** Features that may use `client` or `signing`: what tests a connection or shows what was signed. */
const NEAR_THE_WIRE = new Set(['connection', 'activity'])

const LONGEST = 400
const SOURCE = join(import.meta.dirname)

const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(ts|tsx|js)$/.test(file) && !file.endsWith('.gen.ts'))
  .filter((file) => file !== 'architecture.test.ts')
  .toSorted()

const textOf = (file: string): string => readFileSync(join(SOURCE, file), 'utf8')
const roomOf = (file: string): string => file.split('/')[0] ?? ''
const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file)

/** The files of the house that a file imports, types included. */
function importsOf(file: string): string[] {
  const found = textOf(file).matchAll(/(?:from|import)\s*\(?\s*'([#.][^']+)'/g)
  return [...found].map(([, path = '']) =>
    path.startsWith('#')
      ? path.slice(1)
      : relative(SOURCE, normalize(join(SOURCE, dirname(file), path))),
  )
}

describe('the house', () => {
  it('has a room for every file', () => {
    expect(files.filter((file) => !(roomOf(file) in PLAN))).toEqual([])
  })

  it('has no circle in its plan', () => {
    const finished = new Set<string>()
    const visit = (room: string, path: readonly string[]): void => {
      if (path.includes(room)) throw new Error([...path, room].join(' → '))
      if (finished.has(room)) return
      for (const other of PLAN[room] ?? []) visit(other, [...path, room])
      finished.add(room)
    }
    expect(() => Object.keys(PLAN).forEach((room) => visit(room, []))).not.toThrow()
  })

  it.each(files.filter((file) => !isTest(file)))('%s looks only into rooms it may', (file) => {
    const room = roomOf(file)
    const seen = new Set(importsOf(file).map(roomOf))
    seen.delete(room)
    expect([...seen].filter((other) => !PLAN[room]?.includes(other))).toEqual([])
  })

  it.each(files.filter((file) => roomOf(file) === 'features'))(
    '%s leaves the other features alone',
    (file) => {
      const area = file.split('/')[1] ?? ''
      const others = importsOf(file).filter(
        (other) => roomOf(other) === 'features' && other.split('/')[1] !== area,
      )
      const wire = importsOf(file).filter((other) => roomOf(other) === 'signing')
      expect(others).toEqual([])
      expect(NEAR_THE_WIRE.has(area) ? [] : wire).toEqual([])
    },
  )

  it.each(files)('%s has at most 400 lines', (file) => {
    expect(textOf(file).trimEnd().split('\n').length).toBeLessThanOrEqual(LONGEST)
  })

  it('runs no script of a package at its installation and no action but the commit it names', () => {
    const read = (...path: string[]) => readFileSync(join(SOURCE, '..', ...path), 'utf8')
    expect(read('.npmrc').split('\n')).toContain('ignore-scripts=true')
    const workflows = readdirSync(join(SOURCE, '..', '.github', 'workflows'))
    const actions = workflows.flatMap((file) =>
      Array.from(read('.github', 'workflows', file).matchAll(/uses: (.*)/g), ([, used]) => used),
    )
    expect(actions.length).toBeGreaterThan(0)
    for (const action of actions) expect(action).toMatch(/^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
  })

  it('draws with Recharts in one room and reads the database in one file', () => {
    const importers = (library: string) =>
      files.filter((file) => textOf(file).includes(`from '${library}`))
    expect(new Set(importers('recharts').map(roomOf))).toEqual(new Set(['charts']))
    expect(importers('@photostructure/sqlite')).toEqual(['paper/store/sqlite/database.ts'])
  })

  it('describes data with zod/mini alone, never with both weights of zod', () => {
    expect(files.filter((file) => /from 'zod'/.test(textOf(file)))).toEqual([])
  })

  it('reads no clock and draws no chance below the edges', () => {
    const pure = new Set(['money', 'contract', 'trading', 'intents', 'query'])
    const impure = files.filter(
      (file) =>
        !isTest(file) &&
        (pure.has(roomOf(file)) || file.startsWith('paper/engine/')) &&
        /Date\.now\(|Math\.random\(|setTimeout\(|setInterval\(|new Date\(\)/.test(textOf(file)),
    )
    expect(impure).toEqual([])
  })

  it('has no folder named after a kind of file, and no barrel', () => {
    const kinds =
      /(^|\/)(utils?|helpers?|lib|common|shared|misc|types|constants|hooks|stores)(\/|\.)/
    expect(files.filter((file) => kinds.test(file))).toEqual([])
    const barrels = files.filter(
      (file) => /(^|\/)index\.tsx?$/.test(file) && roomOf(file) !== 'routes',
    )
    expect(barrels).toEqual([])
  })
})
