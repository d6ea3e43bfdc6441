import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize, relative } from 'node:path'

import { expect, it } from 'vitest'

/** Each room (a folder of `src`) and the rooms it may import from. Read it from the bottom up. */
const ROOMS: Record<string, readonly string[]> = {
  app: [
    'client',
    'contract',
    'dialects',
    'features',
    'in-page',
    'intents',
    'market',
    'money',
    'query',
    'routes',
    'session',
    'signing',
    'ui',
  ],
  routes: ['contract', 'features', 'in-page', 'market', 'query', 'session', 'ui'],
  features: [
    'charts',
    'client',
    'contract',
    'dialects',
    'forms',
    'in-page',
    'intents',
    'lists',
    'market',
    'money',
    'query',
    'session',
    'signing',
    'trading',
    'ui',
  ],
  lists: ['client', 'contract', 'market', 'money', 'query', 'session', 'ui'],
  forms: [
    'client',
    'contract',
    'dialects',
    'intents',
    'market',
    'money',
    'query',
    'session',
    'trading',
    'ui',
  ],
  market: [
    'charts',
    'client',
    'contract',
    'dialects',
    'money',
    'query',
    'session',
    'trading',
    'ui',
  ],
  query: ['client', 'contract', 'dialects', 'in-page', 'intents', 'session'],
  intents: ['client', 'contract', 'dialects', 'signing'],
  session: ['client', 'dialects', 'signing'],
  charts: ['money', 'ui'],
  ui: ['money'],
  paper: ['contract', 'dialects', 'in-page', 'money', 'signing', 'trading'],
  'in-page': [],
  client: ['contract', 'dialects', 'signing'],
  dialects: ['contract', 'money', 'signing', 'trading'],
  trading: ['contract', 'money'],
  signing: [],
  contract: ['money'],
  money: [],
  testing: [
    'client',
    'contract',
    'dialects',
    'intents',
    'money',
    'paper',
    'query',
    'session',
    'signing',
    'trading',
  ],
}

/** Features that may import `signing`: one tests a connection, the other shows what was signed. */
const NEAR_THE_WIRE = new Set(['connection', 'activity'])

const MOST_LINES = 400

/** Files of fewer lines that one neighbour alone imports. The number only goes down. */
const FEW_LINES = 40
const SMALL_FILES_OF_ONE_NEIGHBOUR = 5

/** Words of an older vocabulary, each with what the code says instead. */
const OLD_WORDS: Record<string, string> = {
  afterwards: 'Deferred',
  'begin sheet': 'startSheet',
  beginnings: 'START_ACTIONS',
  'changes nothing': 'sharedService',
  door: 'CommandSender',
  doorstep: 'SignedOutLayout',
  'drawn alike': 'rowPropsEqual',
  'finds nothing': 'expectAccessible',
  happening: 'notification',
  happenings: 'notifications',
  house: 'ConnectionContext, PaperProcess',
  latch: 'inFlight',
  'let go': 'discard',
  'look again': 'reconcile',
  looker: 'Reconciler',
  mistakable: 'isAmbiguousWith',
  naive: 'reference-model',
  'open line': 'openTransport',
  opener: 'PopoverTrigger',
  'reading context': 'DisplayPreferencesContext',
  rung: 'gridLine',
  rungs: 'gridLines',
  sameness: 'dedupeKey',
  'session home': 'SessionStore',
  standing: 'DerivedTicket, status',
  standings: 'statuses',
  thing: 'entityRef, row, record',
  things: 'entities, rows, records',
  told: 'known, reported, received',
  unsaid: 'caveats',
  untold: 'unknown, missing, unlisted',
  'use reading': 'useDisplayPreferences',
  'way out': 'CloseAction',
}

/** Files that run in a worker of a page as well as in Node. */
const IN_A_PAGE = ['paper/in-page/worker.ts']

const SOURCE = join(import.meta.dirname)

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|tsx|js)$/.test(file) && !file.endsWith('.gen.ts'))
    .toSorted()

// Beside the rooms lie `architecture.test.ts` and `house.test.ts`.
const files = filesBelow(SOURCE).filter((file) => file.includes('/'))
const isOwn = new Set(files)
const journeys = filesBelow(join(SOURCE, '..', 'e2e')).map((file) => join('..', 'e2e', file))

const textOf = (file: string): string => readFileSync(join(SOURCE, file), 'utf8')
const linesOf = (file: string): number => textOf(file).trimEnd().split('\n').length
const roomOf = (file: string): string => file.split('/')[0] ?? ''
const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file)

/** The files of `src` that a file imports, types included. */
/** Imports by `?worker&url` give an address only, no code. */
function importsOf(file: string, statements = /(?:from|import)\s*\(?\s*'([#.][^'?]+)'/g): string[] {
  const found = textOf(file).matchAll(statements)
  return [...found].map(([, path = '']) =>
    path.startsWith('#')
      ? path.slice(1)
      : relative(SOURCE, normalize(join(SOURCE, dirname(file), path))),
  )
}

/** The first circle that is found: its members in order, the first one again at the end. */
function circleIn(nodes: readonly string[], next: (node: string) => readonly string[]): string[] {
  const finished = new Set<string>()
  const visit = (node: string, path: readonly string[]): string[] => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node]
    if (finished.has(node)) return []
    for (const other of next(node)) {
      const circle = visit(other, [...path, node])
      if (circle.length > 0) return circle
    }
    finished.add(node)
    return []
  }
  for (const node of nodes) {
    const circle = visit(node, [])
    if (circle.length > 0) return circle
  }
  return []
}

/** The files that are loaded with these; types alone load nothing. */
function reachableFrom(roots: readonly string[]): string[] {
  const found = new Set(roots)
  for (const file of found) {
    const values = /^(?:import|export)\b(?! type\b)[^']*'([#.][^']+)'/gm
    for (const name of importsOf(file, values)) if (isOwn.has(name)) found.add(name)
  }
  return [...found]
}

/** `toldAt` and `told-at.ts` as `told at`. */
const inWords = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .replace(/[_\-./$]+/g, ' ')
    .toLowerCase()

const oldWordIn = (name: string): string | undefined =>
  Object.keys(OLD_WORDS).find((word) => ` ${inWords(name)} `.includes(` ${word} `))

/** Names that a file declares: variables, functions, classes, types and destructured ones. */
function declaredIn(file: string): string[] {
  const code = textOf(file).replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '')
  const plain = code.matchAll(/\b(?:const|let|function\*?|class|type|interface)\s+([\w$]+)/g)
  const apart = Array.from(
    code.matchAll(/\b(?:const|let)\s*[{[]([^=]*?)[}\]]\s*=/g),
    ([, members = '']) => members.split(',').map((member) => member.split(':').at(-1) ?? ''),
  )
  return [...Array.from(plain, ([, name = '']) => name), ...apart.flat().map((name) => name.trim())]
}

it('the rooms have a place for every file', () => {
  expect(files.filter((file) => !(roomOf(file) in ROOMS))).toEqual([])
})

it('import one another in no circle', () => {
  expect(circleIn(Object.keys(ROOMS), (room) => ROOMS[room] ?? [])).toEqual([])
})

it.each(files.filter((file) => !isTest(file)))('%s imports only from rooms it may', (file) => {
  const room = roomOf(file)
  const others = new Set(importsOf(file).map(roomOf))
  others.delete(room)
  expect([...others].filter((other) => !ROOMS[room]?.includes(other))).toEqual([])
})

it.each(files.filter((file) => roomOf(file) === 'features'))(
  '%s imports from no other feature',
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

it('the service in a page loads nothing of Node', () => {
  const ofNode = reachableFrom(IN_A_PAGE).filter((file) =>
    /^(?:import|export)(?! type\b)[^'\n]*'node:|\bBuffer\.|\bprocess\.|from '@hono/m.test(
      textOf(file),
    ),
  )
  expect(ofNode).toEqual([])
})

it.each(files)('%s has at most 400 lines', (file) => {
  expect(linesOf(file)).toBeLessThanOrEqual(MOST_LINES)
})

it('files of fewer than 40 lines are seldom there for one neighbour alone', () => {
  const importers = new Map<string, string[]>()
  for (const file of files.filter((name) => !isTest(name))) {
    for (const other of new Set(importsOf(file))) {
      importers.set(other, [...(importers.get(other) ?? []), file])
    }
  }
  const small = files.filter((file) => {
    const [importer, second] = importers.get(file) ?? []
    return (
      !isTest(file) &&
      roomOf(file) !== 'routes' &&
      importer !== undefined &&
      second === undefined &&
      dirname(importer) === dirname(file) &&
      linesOf(file) < FEW_LINES
    )
  })
  // When they become too many, it lists all: some belong into the file that imports them.
  expect(small.length > SMALL_FILES_OF_ONE_NEIGHBOUR ? small : []).toEqual([])
})

it('import one another in no circle, types included', () => {
  // Files fetched by `import()` on opening may import the opener.
  const importsNow = (file: string) =>
    importsOf(file, /(?:from|import)\s*'([#.][^']+)'/g).filter((name) => isOwn.has(name))
  expect(circleIn(files, importsNow)).toEqual([])
})

it('and what they declare carry no word of the older vocabulary', () => {
  const found = [...files, ...journeys].flatMap((file) =>
    [basename(file).replace(/\..*/, ''), ...declaredIn(file)].flatMap((name) => {
      const word = oldWordIn(name)
      return word === undefined ? [] : `${file}: ${name}; say ${OLD_WORDS[word]}`
    }),
  )
  expect(found).toEqual([])
})

it('files have no folder named after a kind of file, and no barrel', () => {
  const kinds = /(^|\/)(utils?|helpers?|lib|common|shared|misc|types|constants|hooks|stores)(\/|\.)/
  expect(files.filter((file) => kinds.test(file))).toEqual([])
  const barrels = files.filter(
    (file) => /(^|\/)index\.tsx?$/.test(file) && roomOf(file) !== 'routes',
  )
  expect(barrels).toEqual([])
})

it('files read no clock and draw no chance below the edges', () => {
  const pure = new Set(['money', 'contract', 'trading', 'intents', 'query'])
  const impure = files.filter(
    (file) =>
      !isTest(file) &&
      (pure.has(roomOf(file)) || file.startsWith('paper/engine/')) &&
      /Date\.now\(|Math\.random\(|setTimeout\(|setInterval\(|new Date\(\)/.test(textOf(file)),
  )
  expect(impure).toEqual([])
})

it('run no script at their installation, and no workflow runs an action but the commit it names', () => {
  const read = (...path: string[]) => readFileSync(join(SOURCE, '..', ...path), 'utf8')
  expect(read('.npmrc').split('\n')).toContain('ignore-scripts=true')
  const workflows = readdirSync(join(SOURCE, '..', '.github', 'workflows'))
  const actions = workflows.flatMap((file) =>
    Array.from(read('.github', 'workflows', file).matchAll(/uses: (.*)/g), ([, used]) => used),
  )
  expect(actions.length).toBeGreaterThan(0)
  for (const action of actions) expect(action).toMatch(/^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
})

it('packages that weigh much are imported in one place: Recharts in charts, SQLite in one file', () => {
  const importers = (library: string) =>
    files.filter((file) => textOf(file).includes(`from '${library}`))
  expect(new Set(importers('recharts').map(roomOf))).toEqual(new Set(['charts']))
  expect(importers('@photostructure/sqlite')).toEqual(['paper/store/sqlite/database.ts'])
})

it('packages are described by READMEs that name only paths that exist', () => {
  const root = join(SOURCE, '..')
  const readmes = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('README.md'),
  )
  const missing = [
    join('..', 'README.md'),
    join('..', '.github', 'CONTRIBUTING.md'),
    ...readmes,
  ].flatMap((file) =>
    Array.from(
      textOf(file).matchAll(/[`(]((?:src|e2e|public)\/[\w./-]+)[`)]/g),
      ([, path = '']) => path,
    )
      .filter((path) => !existsSync(join(root, path)))
      .map((path) => `${file}: ${path}`),
  )
  expect(missing).toEqual([])
})

it('cast nothing to an entity: rows come from read() in production, and from entity() in tests', () => {
  const entities =
    'SmartTrade|GridBot|DcaBot|Alert|ListedExchange|MarketPair|HistoricalTrade|BalanceRow|DcaDeal'
  const cast = new RegExp(` as (unknown as )?(${entities})(\\[\\])?\\b`)
  const literal = new RegExp(`\\}\\)? as (unknown as )?(${entities})\\b`)
  const isFree = (file: string) => ['contract', 'testing', 'paper'].includes(roomOf(file))
  const found = files.filter(
    (file) => !isFree(file) && (isTest(file) ? literal : cast).test(textOf(file)),
  )
  expect(found).toEqual([])
})

it('describe data with zod/mini alone, never with both weights of zod', () => {
  expect(files.filter((file) => /from 'zod'/.test(textOf(file)))).toEqual([])
})
