// Every command of the README: run by `npm run prove -- readme` in a fresh clone, or the reason why not.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

import { chromium } from '@playwright/test'
import { preview } from 'vite'

import { browserArguments, ensureBrowser } from './browser.js'

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
  'npm start -- --market live:binance': SERVES,
  'npm start -- --market demo': SERVES,
  'npm start -- --connect-to https://api.example.com': SERVES,
  'npm start -- --upstream https://api.example.com': SERVES,
  'npm start -- --host 0.0.0.0 --public-origin https://desk.example:4780 --tls-cert cert.pem --tls-key key.pem':
    { way: 'serves', isSecure: true },
  'npm start -- --public-origin https://desk.example --trust-proxy 127.0.0.1': {
    way: 'serves',
    next: { 'behind .github/nginx.conf': behindNginx, 'behind .github/Caddyfile': behindCaddy },
  },
  'docker compose -f .github/compose.yaml up -d': not('needs a Docker daemon'),
  'docker compose -f .github/compose.yaml exec quarterdeck quarterdeck pair':
    not('needs a Docker daemon'),
  'npm run build:package && npm pack ./dist/package': ENDS,
  'tar -xzf quarterdeck-0.1.0.tgz': ENDS,
  'node package/quarterdeck.js': SERVES,
  'npm run build:site': {
    way: 'ends',
    next: {
      'the site at /': (place) => siteAt('/', place),
      'at /x/': (place) => siteAt('/x/', place),
    },
  },
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

  function note(what, fault, reason) {
    const result = reason ? `not run: ${reason}` : fault === undefined ? 'passed' : 'failed'
    if (fault !== undefined) counts.failed += 1
    else if (!reason) counts.passed += 1
    rows.push(`| ${what} | ${result} |`)
    console.log(`${result}: ${what}${fault === undefined ? '' : `\n${fault}`}`)
  }

  async function goOn(next = {}, place) {
    for (const [what, prove] of Object.entries(next)) {
      try {
        note(what, undefined, await prove(place))
      } catch (error) {
        note(what, error.message)
      }
    }
  }

  async function run(command, { way, data, prints = /(?:)/, isSecure, isStopped, next }) {
    if (isStopped) for (const child of running) await end(child)
    const port = await freePort()
    const name = data ?? (command.startsWith(PAPER) ? 'kept' : `data-${port}`)
    const env = {
      ...process.env,
      HOME: folder,
      QUARTERDECK_PORT: String(port),
      QUARTERDECK_DATA: join(folder, name),
      QUARTERDECK_PROVE: '',
    }
    const child = spawn('sh', ['-c', command], {
      cwd: clone,
      detached: true,
      env,
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
      note(`\`${command}\``)
      await goOn(next, { folder, clone, port, link: () => pairingLink(clone, env) })
      if (data === undefined) await end(child)
      return
    }
    running.delete(child)
    if (result !== 0 || !prints.test(said)) throw new Error(`Exit code ${result}: ${said}${errors}`)
    note(`\`${command}\``)
    await goOn(next, { folder, clone })
  }

  try {
    for (const command of commandsOfReadme()) {
      const how = COMMANDS[command] ?? not('is in no list')
      if (how.reason) note(`\`${command}\``, undefined, how.reason)
      else await run(command, how).catch((error) => note(`\`${command}\``, error.message))
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

/** For one browser, through the proxy. */
function pairingLink(clone, env) {
  const words = ['run', '-s', 'paper', '--', 'pair']
  const { hash } = new URL(execFileSync('npm', words, { cwd: clone, env, encoding: 'utf8' }))
  return `https://desk.example/${hash}`
}

/** The server block of the example, with ports and paths filled in. */
async function behindNginx({ folder, clone, port, link }) {
  if (!isInstalled('nginx')) return 'nginx is not installed'
  const own = await freePort()
  const block = filledIn(join(clone, '.github/nginx.conf'), {
    '127.0.0.1:4780': `127.0.0.1:${port}`,
    'listen 443': `listen ${own}`,
    '/etc/ssl/desk.example': clone,
  })
  const config = join(folder, 'nginx.conf')
  writeFileSync(config, `daemon off; pid ${folder}/nginx.pid; events {} http { ${block} }`)
  await orderThrough(spawn('nginx', ['-c', config], { stdio: 'ignore' }), own, link)
}

/** Caddy with certificates of its own, since nobody can ask for one of this name. */
async function behindCaddy({ folder, clone, port, link }) {
  if (!isInstalled('caddy')) return 'Caddy is not installed'
  const own = await freePort()
  const block = filledIn(join(clone, '.github/Caddyfile'), {
    '127.0.0.1:4780': `127.0.0.1:${port}`,
  })
  const config = join(folder, 'Caddyfile')
  const options = `admin off\nhttps_port ${own}\nauto_https disable_redirects\nlocal_certs\nskip_install_trust`
  writeFileSync(config, `{\n${options}\n}\n${block}`)
  const words = ['run', '--adapter', 'caddyfile', '--config', config]
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder }
  await orderThrough(spawn('caddy', words, { stdio: 'ignore', env }), own, link)
}

function filledIn(file, values) {
  let text = readFileSync(file, 'utf8')
  for (const [from, to] of Object.entries(values)) {
    if (!text.includes(from)) throw new Error(`${file} lacks ${from}`)
    text = text.replaceAll(from, to)
  }
  return text
}

const isInstalled = (program) =>
  (process.env.PATH ?? '').split(delimiter).some((place) => existsSync(join(place, program)))

/** Pairs a browser by the link and places an order; nobody else may read the metrics. */
async function orderThrough(proxy, port, link) {
  try {
    await inBrowser([`--host-resolver-rules=MAP desk.example 127.0.0.1:${port}`], async (page) => {
      const address = link()
      await eventually(() => page.goto(address))
      await page.getByRole('heading', { name: 'Portfolio', level: 1 }).waitFor()
      const metrics = await page.evaluate(async () => (await fetch('/metrics')).status)
      if (metrics === 200) throw new Error('The metrics are public.')
      await page.goto('https://desk.example/smart-trades/new')
      await page.getByRole('button', { name: 'Fill in an example' }).click()
      await page.getByRole('button', { name: 'Review trade' }).click()
      await page.getByRole('button', { name: 'Place paper trade' }).click()
      await page
        .getByRole('dialog')
        .getByText(/^Placed at/)
        .waitFor()
    })
  } finally {
    const ended = once(proxy, 'exit')
    proxy.kill()
    await ended
  }
}

/** Opens the built site, whose world is in the page, at a path. */
async function siteAt(base, { clone }) {
  const server = await preview({
    root: clone,
    configFile: false,
    logLevel: 'error',
    base,
    build: { outDir: 'dist/site' },
    preview: { port: await freePort() },
  })
  try {
    await inBrowser([], async (page) => {
      await page.goto(server.resolvedUrls.local[0])
      await page.getByRole('link', { name: 'SmartTrades' }).first().click()
      await page.getByRole('table').getByRole('row').nth(2).waitFor()
    })
  } finally {
    await server.close()
  }
}

async function inBrowser(words, work) {
  const browser = await chromium.launch({
    executablePath: ensureBrowser(),
    args: [...browserArguments(), ...words],
  })
  try {
    const page = await browser.newPage({ ignoreHTTPSErrors: true })
    page.setDefaultTimeout(20_000)
    await work(page)
  } finally {
    await browser.close()
  }
}

/** Tries again for ten seconds, while a proxy starts. */
async function eventually(attempt) {
  for (let tries = 0; ; tries += 1) {
    try {
      return await attempt()
    } catch (error) {
      if (tries === 20) throw error
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
  }
}
