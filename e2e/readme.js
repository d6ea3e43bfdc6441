// Every command of the README: run by `npm run prove -- readme` in a fresh clone, or the reason why not.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const TABLE = join(ROOT, 'test-results', 'readme.md')
const PAPER = 'npm run -s paper --'

const SERVES = { way: 'serves' }
const ENDS = { way: 'ends' }
const not = (reason) => ({ reason })

/** In the order of the README: later ones use the data and files of earlier ones. */
const COMMANDS = {
  'npm ci && npm start': { way: 'serves', data: 'kept' },
  [`${PAPER} pair`]: { way: 'ends', prints: /^http:.*#pair=/ },
  'npm ci && npm test': not('is the gate itself'),
  'npm start -- --connect-to https://api.example.com': SERVES,
  'npm start -- --upstream https://api.example.com': SERVES,
  'npm start -- --host 0.0.0.0 --public-origin https://desk.example:4780 --tls-cert cert.pem --tls-key key.pem':
    { way: 'serves', isSecure: true },
  'npm start -- --public-origin https://desk.example --trust-proxy 127.0.0.1': SERVES,
  'npm run build:package && npm pack ./dist/package': ENDS,
  'tar -xzf quarterdeck-0.1.0.tgz': ENDS,
  'node package/quarterdeck.js': SERVES,
  'docker compose -f .github/compose.yaml up -d': not('needs a Docker daemon'),
  'docker compose -f .github/compose.yaml exec quarterdeck quarterdeck pair':
    not('needs a Docker daemon'),
  'npm run build:site': ENDS,
  [`${PAPER} backup backup.db`]: { way: 'ends', prints: /copied to backup\.db/ },
  [`${PAPER} check`]: { way: 'ends', prints: /are intact/ },
  [`${PAPER} restore backup.db`]: { way: 'ends', prints: /was restored/, isStopped: true },
  [`${PAPER} keys list`]: ENDS,
}

/** The lines of the README's code blocks. */
export const commandsOfReadme = () =>
  Array.from(readFileSync(join(ROOT, 'README.md'), 'utf8').matchAll(/^```sh\n([\s\S]*?)^```/gm))
    .flatMap(([, block]) => block.split('\n'))
    .filter((line) => line !== '')

export const knownCommands = () => Object.keys(COMMANDS)

/** Runs all of them in a fresh clone of the last commit, and writes a table. */
export async function proveReadme() {
  const folder = mkdtempSync(join(tmpdir(), 'quarterdeck-readme-'))
  const clone = join(folder, 'quarterdeck')
  execFileSync('git', ['clone', '--quiet', ROOT, clone])
  certificateIn(clone)
  const running = new Set()
  const rows = []
  const counts = { passed: 0, failed: 0 }

  async function end(child) {
    running.delete(child)
    if (child.exitCode !== null) return
    const ended = once(child, 'exit')
    // With all processes that it started.
    process.kill(-child.pid, 'SIGTERM')
    await ended
  }

  async function run(command, { way, data, prints = /(?:)/, isSecure, isStopped }) {
    if (isStopped) for (const child of running) await end(child)
    const port = await freePort()
    const name = data ?? (command.startsWith(PAPER) ? 'kept' : `data-${port}`)
    const child = spawn('sh', ['-c', command], {
      cwd: clone,
      detached: true,
      env: {
        ...process.env,
        HOME: folder,
        QUARTERDECK_PORT: String(port),
        QUARTERDECK_DATA: join(folder, name),
        QUARTERDECK_PROVE: '',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    running.add(child)
    let said = ''
    let errors = ''
    child.stderr.on('data', (chunk) => (errors += chunk))
    const isOpen = new Promise((resolve) =>
      child.stdout.on('data', (chunk) => {
        said += chunk
        if (way === 'serves' && said.includes('Open http')) resolve(true)
      }),
    )
    const ended = once(child, 'exit').then(([code]) => code)
    const result = await Promise.race([isOpen, ended])
    if (way === 'serves') {
      if (result !== true) throw new Error(`It ended with ${result}: ${errors}`)
      if ((await statusOf(port, isSecure)) !== 200) throw new Error('/health does not answer.')
      if (data === undefined) await end(child)
      return
    }
    running.delete(child)
    if (result !== 0 || !prints.test(said)) throw new Error(`Exit code ${result}: ${said}${errors}`)
  }

  try {
    for (const command of commandsOfReadme()) {
      const how = COMMANDS[command] ?? not('is in no list')
      const fault = how.reason ?? (await run(command, how).catch((error) => error.message))
      const result = fault === undefined ? 'passed' : how.reason ? `not run: ${fault}` : 'failed'
      if (fault === undefined) counts.passed += 1
      else if (!how.reason) counts.failed += 1
      rows.push(`| \`${command}\` | ${result} |`)
      console.log(`${result}: ${command}${result === 'failed' ? `\n${fault}` : ''}`)
    }
  } finally {
    for (const child of running) await end(child)
    rmSync(folder, { recursive: true, force: true })
  }
  mkdirSync(join(ROOT, 'test-results'), { recursive: true })
  writeFileSync(TABLE, `| Command | Result |\n|---|---|\n${rows.join('\n')}\n`)
  return counts
}

function certificateIn(folder) {
  const words = 'req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=desk.example'
  execFileSync('openssl', [...words.split(' '), '-keyout', 'key.pem', '-out', 'cert.pem'], {
    cwd: folder,
    stdio: 'ignore',
  })
}

const statusOf = (port, isSecure) =>
  new Promise((resolve, reject) => {
    const send = isSecure ? overHttps : overHttp
    const address = { host: '127.0.0.1', port, path: '/health', rejectUnauthorized: false }
    send(address, (answer) => resolve(answer.resume().statusCode))
      .on('error', reject)
      .end()
  })

async function freePort() {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address()
  await new Promise((done) => server.close(done))
  return port
}
