// Plain JavaScript, since Node 20 runs no TypeScript: builds what is not built yet, then hands over.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = join(import.meta.dirname, '../..')
const at = (path) => join(root, path)

const INPUTS = [
  'src',
  'public',
  'index.html',
  'vite.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
]
// Written by the build itself, or no part of it.
const NOT_BUILT = /\.test\.tsx?$|route-tree\.gen\.ts$/

function* filesOf(path) {
  if (!existsSync(at(path)) || NOT_BUILT.test(path)) return
  if (!statSync(at(path)).isDirectory()) yield path
  else for (const name of readdirSync(at(path)).sort()) yield* filesOf(`${path}/${name}`)
}

function stampOfInputs() {
  const hash = createHash('sha256').update(process.version)
  for (const input of INPUTS) {
    for (const file of filesOf(input)) hash.update(`\0${file}\0`).update(readFileSync(at(file)))
  }
  return hash.digest('hex')
}

const WITHOUT_PAGES = ['keys', 'pair', 'backup', 'restore', 'check', '--version']

/** Builds unless the stamp of the last build is that of today's files. */
function build(mode, sentence) {
  const inputs = stampOfInputs()
  const stampOf = (name) => at(`dist/inputs-${name}`)
  const isBuilt = (name) =>
    existsSync(stampOf(name)) && readFileSync(stampOf(name), 'utf8') === inputs
  // A whole build holds the service.
  if (isBuilt('production') || isBuilt(mode)) return
  // Standard output is kept clean for `--json`.
  process.stderr.write(`${sentence}\n`)
  const vite = at('node_modules/vite/bin/vite.js')
  // In a child, whose memory goes with it.
  try {
    execFileSync(process.execPath, [vite, 'build', '--app', '--mode', mode, '--logLevel', 'warn'], {
      cwd: root,
      // Whatever the surroundings say: a development build is slow and twice the size.
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', process.stderr, process.stderr],
    })
  } catch {
    process.stderr.write('The build failed; its own words are above.\n')
    process.exit(1)
  }
  // The parts of different builds do not belong together.
  for (const name of ['production', 'service']) rmSync(stampOf(name), { force: true })
  writeFileSync(stampOf(mode), inputs)
}

const [first = ''] = process.argv.slice(2)
if (WITHOUT_PAGES.includes(first)) build('service', 'Building the service.')
else build('production', 'Building the pages, which takes a moment after a change.')

const { main } = await import(pathToFileURL(at('dist/paper/main.js')).href)
await main(process.argv.slice(2), root)
