// Runs all checks behind `npm test`, beside one another; the last line counts them.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { availableParallelism, constants, setPriority } from 'node:os'
import { join, relative, resolve } from 'node:path'

import { ensureBrowser } from './browser.js'

const ROOT = join(import.meta.dirname, '..')
const REPORTS = join(ROOT, 'test-results')
const UNITS = join(REPORTS, 'units.json')
const JOURNEYS = join(REPORTS, 'journeys.json')

/** Linux keeps this folder in memory. Every commit of a test's service is synced to its disk. */
const MEMORY = '/dev/shm'
/** In bytes. Containers may give it little. */
const MEMORY_NEEDED = 2 ** 31

function hasMemory() {
  if (!existsSync(MEMORY)) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize >= MEMORY_NEEDED
}

// `npm run prove` runs the same tests at the sizes that the issues name.
const proving = process.argv.includes('--prove')
const environment = {
  ...process.env,
  ...(proving
    ? { QUARTERDECK_PROVE: '1' }
    : // Journeys run two at a time beside the units.
      {
        QUARTERDECK_UNIT_WORKERS: String(Math.max(1, availableParallelism() - 2)),
        ...(hasMemory() && { TMPDIR: MEMORY }),
      }),
  PLAYWRIGHT_JSON_OUTPUT_FILE: JOURNEYS,
  // Playwright writes each line once, so that the report of the units fits in between.
  PLAYWRIGHT_FORCE_TTY: '0',
}

let passed = 0
let failed = 0
/** Characters of a failure that are printed at the end. */
const LONGEST = 1_000
/** Failures, named again at the end: a log is often kept by its last lines only. */
const failures = []

function fail(title) {
  failed += 1
  failures.push(title)
}

const binary = (program) => resolve(ROOT, 'node_modules', '.bin', program)

/** Resolves once a spawned program ends, with its success. */
const success = (child) =>
  new Promise((done) => child.once('close', (status) => done(status === 0)))

async function check(title, program, ...words) {
  console.log(`\n${title}`)
  const child = spawn(binary(program), words, { cwd: ROOT, env: environment, stdio: 'inherit' })
  if (await success(child)) passed += 1
  else fail(title)
}

/** Runs one suite beside others: `isBehind` gives way to them and prints its lines when it ends. */
async function suite({ title, report, count, isBehind = false }, program, ...words) {
  if (!isBehind) console.log(`\n${title}`)
  const child = spawn(binary(program), words, {
    cwd: ROOT,
    env: environment,
    stdio: isBehind ? ['ignore', 'pipe', 'pipe'] : 'inherit',
  })
  if (isBehind) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  const lines = []
  child.stdout?.on('data', (chunk) => lines.push(chunk))
  child.stderr?.on('data', (chunk) => lines.push(chunk))
  const succeeded = await success(child)
  if (isBehind) console.log(`\n${title}\n${Buffer.concat(lines).toString()}`)

  // A runner that dies without a report, or fails beyond what it reports, is one failure more.
  const counted = existsSync(report) ? count(JSON.parse(readFileSync(report, 'utf8'))) : undefined
  passed += counted?.passed ?? 0
  counted?.failed.forEach(fail)
  if (!succeeded && !counted?.failed.length) fail(`${title}: the runner failed`)
  if (succeeded && !counted?.passed) fail(`${title}: no test passed`)
}

/** Number of requests and answers that the journeys compared with the OpenAPI document. */
function comparedIn(suites = []) {
  const ofSpec = ({ tests }) =>
    tests.flatMap(({ annotations }) => annotations).filter(({ type }) => type === 'compared')
  const counts = suites.map(
    ({ specs, suites: inner }) =>
      specs.flatMap(ofSpec).reduce((sum, { description }) => sum + Number(description), 0) +
      comparedIn(inner),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}

/** The journeys that failed on both tries. */
function failedIn(suites = []) {
  return suites.flatMap(({ file, specs, suites: inner }) => [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status === 'unexpected'))
      .map(({ title, tests }) => {
        const error = tests.flatMap(({ results }) => results).findLast((result) => result.error)
        return `${file}: ${title}\n${error?.error.message ?? ''}`
      }),
    ...failedIn(inner),
  ])
}

function browser() {
  try {
    console.log(`\nBrowser: ${ensureBrowser()}`)
    return true
  } catch (error) {
    fail(`Browser: ${error.message}`)
    return false
  }
}

const units = () =>
  suite(
    {
      title: 'Units and properties',
      report: UNITS,
      count: ({ numPassedTests, testResults }) => ({
        passed: numPassedTests,
        failed: testResults.flatMap(({ name, status: ofFile, message, assertionResults }) => {
          const ofTests = assertionResults
            .filter(({ status }) => status === 'failed')
            .map(({ fullName, failureMessages: [text] }) => `${fullName}\n${text}`)
          const texts = ofFile === 'failed' && ofTests.length === 0 ? [message] : ofTests
          return texts.map((text) => `${relative(ROOT, name)}: ${text}`)
        }),
      }),
      isBehind: !proving,
    },
    'vitest',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${UNITS}`,
  )

const journeys = () =>
  suite(
    {
      title: 'Journeys',
      report: JOURNEYS,
      count({ stats, suites }) {
        const compared = comparedIn(suites)
        console.log(`${compared} requests and answers were compared with the OpenAPI document.`)
        if (compared === 0) fail('Journeys: nothing was compared')
        if (stats.flaky > 0) console.log(`${stats.flaky} journeys passed on their second try only.`)
        return { passed: stats.expected + stats.flaky, failed: failedIn(suites) }
      },
    },
    'playwright',
    'test',
    '-c',
    'e2e',
    '--reporter=list,json',
  )

async function checkAll() {
  rmSync(REPORTS, { recursive: true, force: true })
  mkdirSync(REPORTS, { recursive: true })

  const ended = units()
  // Proofs at their whole size measure times: nothing runs beside them.
  if (proving) await ended
  await check('Types', 'tsc')
  await check('Lint', 'oxlint', '--type-aware', '--deny-warnings')
  await check('Format', 'oxfmt', '--check')
  // The services of the journeys use this build.
  await check('Production build', process.execPath, 'src/paper/start.js', '--help')
  await Promise.all([ended, browser() && journeys()])
}

// `npm run prove -- browsers`: the main journey where Chromium is not; `mutants` and `readme`, others.
const PROOFS = {
  browsers: async () => (await import('./browsers/run.js')).proveBrowsers(),
  mutants: async () => (await import('./mutants.js')).proveMutants(process.argv.slice(2)),
  readme: async () => (await import('./readme.js')).proveReadme(),
}
const proof = proving && Object.keys(PROOFS).find((name) => process.argv.includes(name))
if (proof) {
  const counts = await PROOFS[proof]()
  passed += counts.passed
  failed += counts.failed
} else await checkAll()

for (const failure of failures) console.log(`\nFailed: ${failure.slice(0, LONGEST)}`)
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
