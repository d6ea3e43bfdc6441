// `npm run prove -- mutants [--places N] [--seed N] [--only PATH]`: makes one small fault at a time in a
// copy of the sources and runs the unit tests that import the file. A fault that no test notices survives.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'

import { parseSync, Visitor } from 'vite'

const ROOT = join(import.meta.dirname, '..')
/** Rooms where a wrong result costs money or trust. */
const ROOMS =
  /^src\/(money|trading|signing|contract|client|intents|dialects|paper\/(engine|http|store))\//
const NOT_MUTATED = /\.test\.ts$|\/testing\/|\.json$/
/** In milliseconds. A fault can make a loop endless. */
const TIMEOUT = 240_000

const OPERATORS = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '&&': '||',
  '||': '&&',
}
/** Functions of exact decimals, each with one that a slip could put in its place. */
const CALLS = {
  add: 'subtract',
  subtract: 'add',
  multiply: 'divide',
  larger: 'smaller',
  smaller: 'larger',
  isNegative: 'isPositive',
  isPositive: 'isNegative',
  isZero: 'isPositive',
}

export function proveMutants(words) {
  const { values } = parseArgs({
    args: words,
    options: {
      places: { type: 'string', default: '200' },
      seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
      only: { type: 'string', default: '' },
    },
    allowPositionals: true,
    strict: false,
  })
  console.log(`Seed ${values.seed}`)
  const places = chosen(placesIn(values.only), Number(values.places), Number(values.seed))
  const copy = mkdtempSync(join(tmpdir(), 'quarterdeck-mutants-'))
  try {
    for (const name of [
      'src',
      'e2e',
      'public',
      '.github',
      'package.json',
      'tsconfig.json',
      'vite.config.ts',
      'index.html',
      'README.md',
      'LICENSE',
    ]) {
      cpSync(join(ROOT, name), join(copy, name), { recursive: true })
    }
    symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
    const survivors = places.filter((place) => !isNoticed(copy, place))
    console.log(`\n${places.length - survivors.length} of ${places.length} faults were noticed.`)
    return { passed: places.length - survivors.length, failed: survivors.length }
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

/** Tests beside the file come first: most faults fail there, in seconds. */
function isNoticed(copy, { file, line, start, end, text, before }) {
  const path = join(copy, file)
  const source = readFileSync(path, 'utf8')
  writeFileSync(path, source.slice(0, start) + text + source.slice(end))
  const run = (...words) =>
    spawnSync(join(ROOT, 'node_modules/.bin/vitest'), [...words, '--bail=1', '--reporter=dot'], {
      cwd: copy,
      timeout: TIMEOUT,
      stdio: 'ignore',
    })
  const beside = run('run', '--passWithNoTests', `${dirname(file)}/`)
  const { status, error } = beside.status === 0 ? run('related', '--run', file) : beside
  writeFileSync(path, source)
  const noticed = status !== 0
  // On a busy machine, tests may take so long without the fault.
  const outcome = error ? 'TIMED OUT' : noticed ? 'noticed  ' : 'SURVIVED '
  console.log(`${outcome} ${file}:${line} ${before} → ${text}`)
  return noticed
}

function placesIn(only) {
  const listed = spawnSync('git', ['ls-files', 'src'], { cwd: ROOT, encoding: 'utf8' }).stdout
  return listed
    .split('\n')
    .filter((file) => ROOMS.test(file) && !NOT_MUTATED.test(file) && file.includes(only))
    .flatMap((file) => faultsOf(file, readFileSync(join(ROOT, file), 'utf8')))
}

/** All faults of one file, by the places of its syntax tree. */
function faultsOf(file, source) {
  const faults = []
  const add = ({ start, end }, text) =>
    faults.push({
      file,
      line: source.slice(0, start).split('\n').length,
      start,
      end,
      text,
      before: source.slice(start, end).replaceAll(/\s+/g, ' ').slice(0, 60),
    })
  const swap = (node, left, right) => {
    const other = OPERATORS[node.operator]
    if (other === undefined) return
    const between = source.slice(left.end, right.start)
    const at = left.end + between.indexOf(node.operator)
    add({ start: at, end: at + node.operator.length }, other)
  }
  new Visitor({
    BinaryExpression: (node) => swap(node, node.left, node.right),
    LogicalExpression: (node) => swap(node, node.left, node.right),
    IfStatement: ({ test }) => add(test, 'false'),
    ConditionalExpression({ test }) {
      add(test, 'true')
      add(test, 'false')
    },
    UnaryExpression(node) {
      if (node.operator === '!') add({ start: node.start, end: node.start + 1 }, '')
    },
    Literal(node) {
      if (typeof node.value === 'boolean') add(node, String(!node.value))
      if (typeof node.value === 'number') add(node, String(node.value + 1))
    },
    ExpressionStatement(node) {
      if (node.expression.type === 'CallExpression') add(node, '')
    },
    CallExpression({ callee }) {
      const other = callee.type === 'Identifier' ? CALLS[callee.name] : undefined
      if (other !== undefined && source.includes(other)) add(callee, other)
    },
  }).visit(parseSync(file, source).program)
  return faults
}

/** A sample that is the same for a seed (mulberry32). */
function chosen(places, count, seed) {
  let state = seed
  const random = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  return places
    .map((place) => ({ place, turn: random() }))
    .sort((a, b) => a.turn - b.turn)
    .slice(0, count)
    .map(({ place }) => place)
}
