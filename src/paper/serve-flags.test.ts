import { describe, expect, it } from 'vitest'

import { help, readRelayFlags, readServeFlags } from './serve-flags.ts'

const read = (...words: string[]) => readServeFlags(words, '/home/ann/quarterdeck')

it('the flags of a start may all be left out', () => {
  expect(read()).toMatchObject({
    port: 4780,
    data: '/home/ann/quarterdeck/.quarterdeck',
    strict: false,
    rateLimit: 600,
    connectTo: ['https://api.3commas.io'],
  })
})

it('the flags of a start are taken as they are meant', () => {
  const flags = readServeFlags(
    [
      '--port=0 --data=/tmp/x --seed=7 --world=empty --strict --rate-limit=off',
      '--allow-origin=https://desk.example/ --allow-origin=http://localhost:5173',
      '--connect-to=https://api.example',
    ].flatMap((line) => line.split(' ')),
    '/home/ann',
  )
  expect(flags).toMatchObject({
    port: 0,
    data: '/tmp/x',
    seed: 7,
    world: 'empty',
    strict: true,
    allowedOrigins: new Set(['https://desk.example', 'http://localhost:5173']),
    connectTo: ['https://api.3commas.io', 'https://api.example'],
    rateLimit: 'off',
  })
})

it('the flags of a start are all in the help', () => {
  for (const flag of [
    'port',
    'data',
    'seed',
    'world',
    'strict',
    'allow-origin',
    'connect-to',
    'rate-limit',
    'host',
    'public-origin',
    'tls-cert',
    'tls-key',
    'trust-proxy',
    'log',
    'help',
  ]) {
    expect(help()).toContain(`--${flag}`)
  }
})

it.each([
  [['--port', '65536'], '--port takes a whole number from 0 to 65535, not "65536".'],
  [['--port', '80 '], '--port takes a whole number'],
  [['--port=-1'], '--port takes a whole number'],
  [['--port'], 'The flag --port was not given as it should be;'],
  [['--strict=yes'], 'The flag --strict was not given as it should be;'],
  [['--data', ''], '--data takes the name of a directory.'],
  [['--seed', '1.5'], '--seed takes a whole number from 0 to 4294967295'],
  [['--seed', '-1'], '--seed takes a whole number from 0 to 4294967295, not "-1".'],
  [['--world', 'Demo'], '--world takes demo, untidy or empty, not "Demo".'],
  [['--rate-limit', '0'], '--rate-limit takes a whole number from 1'],
  [['--allow-origin', '*'], '--allow-origin takes an origin such as https://example.com, not "*".'],
  [['--allow-origin', 'null'], '--allow-origin takes an origin'],
  [['--allow-origin', 'https://ann@example.com'], '--allow-origin takes an origin'],
  [['--allow-origin', 'https://example.com/path'], '--allow-origin takes an origin'],
  [['--connect-to', 'ftp://example.com'], '--connect-to takes an origin'],
  [['--connect-to', 'https://a;report-uri'], '--connect-to takes an origin'],
  [['--host', '0.0.0.0'], 'Beyond this machine the dashboard is served by https alone:'],
  [
    ['--host', '0.0.0.0', '--public-origin', 'https://desk.example'],
    '--tls-cert FILE with --tls-key FILE or --trust-proxy ADDRESS.',
  ],
  [['--host', '::', '--trust-proxy', '10.0.0.2'], '--public-origin https://NAME'],
  [['--host', 'desk.example'], '--host takes an IP address'],
  [['--public-origin', 'http://desk.example'], '--public-origin takes an https origin'],
  [['--public-origin', 'http://localhost.example'], '--public-origin takes an https origin'],
  [['--trust-proxy', 'any'], '--trust-proxy takes the IP address of a proxy, not "any".'],
  [['--tls-cert', 'x.pem'], '--tls-cert and --tls-key go together'],
  [['--tls-cert', 'no.pem', '--tls-key', 'no.pem'], 'The file no.pem cannot be read; --tls-cert'],
  [['--log', 'xml'], '--log takes lines or json, not "xml".'],
  [['serve'], 'There is no command serve;'],
  [['--verbose'], 'There is no flag --verbose;'],
])('%j is refused with a sentence', (words, sentence) => {
  expect(() => read(...words)).toThrow(sentence)
})

describe('the environment', () => {
  const readIn = (environment: Record<string, string>, ...words: string[]) =>
    readServeFlags(words, '/home/ann', environment)

  it('the environment gives what no flag gives', () => {
    const environment = {
      QUARTERDECK_PORT: '5000',
      QUARTERDECK_STRICT: 'true',
      QUARTERDECK_ALLOW_ORIGIN: 'https://a.example, https://b.example',
      QUARTERDECK_SEED: '',
      PORT: '1',
    }
    expect(readIn(environment)).toMatchObject({
      port: 5000,
      strict: true,
      seed: undefined,
      allowedOrigins: new Set(['https://a.example', 'https://b.example']),
    })
    expect(readIn(environment, '--port', '6000', '--allow-origin=https://c.example')).toMatchObject(
      {
        port: 6000,
        allowedOrigins: new Set(['https://c.example']),
      },
    )
    expect(readIn({ QUARTERDECK_STRICT: 'false' })).toMatchObject({ strict: false })
    expect(readRelayFlags([], { QUARTERDECK_UPSTREAM: 'https://api.example' })).toMatchObject({
      upstream: 'https://api.example',
    })
  })

  it('variables that Kubernetes sets for services of this name are left out', () => {
    const environment = {
      QUARTERDECK_PAPER_SERVICE_HOST: '10.0.0.2',
      QUARTERDECK_PAPER_SERVICE_PORT_HTTP: '80',
      QUARTERDECK_PAPER_PORT: 'udp://10.0.0.2:80',
      QUARTERDECK_PAPER_PORT_80_UDP_ADDR: '10.0.0.2',
      QUARTERDECK_SERVICE_HOST: '10.0.0.1',
      QUARTERDECK_PORT: 'tcp://10.0.0.1:80',
      QUARTERDECK_PORT_80_TCP_PROTO: 'tcp',
      QUARTERDECK_STRICT: 'true',
    }
    expect(readIn(environment)).toMatchObject({ port: 4780, strict: true })
    const upstream = { QUARTERDECK_UPSTREAM: 'https://api.example' }
    expect(readRelayFlags([], { ...environment, ...upstream })).toMatchObject({ port: 4781 })
  })

  it.each([
    [{ QUARTERDECK_PORT: 'x' }, 'QUARTERDECK_PORT takes a whole number from 0 to 65535, not "x".'],
    [{ QUARTERDECK_STRICT: 'yes' }, 'QUARTERDECK_STRICT takes true or false, not "yes".'],
    [{ QUARTERDECK_HOST: '0.0.0.0' }, 'QUARTERDECK_HOST 0.0.0.0 needs --public-origin'],
    [{ QUARTERDECK_PROT: '1' }, 'There is no variable QUARTERDECK_PROT;'],
  ])('%j is refused by its name', (environment, sentence) => {
    expect(() => readIn(environment)).toThrow(sentence)
  })
})

it('a service for other machines has a public origin and a proxy that ends TLS', () => {
  const words = '--host 0.0.0.0 --public-origin https://desk.example/ --trust-proxy 10.0.0.2'
  expect(read(...words.split(' ')).reach).toEqual({
    host: '0.0.0.0',
    publicOrigin: 'https://desk.example',
    proxies: new Set(['10.0.0.2']),
    tls: undefined,
  })
})

it('a container may be reached at localhost without TLS', () => {
  const words = '--host 0.0.0.0 --public-origin http://localhost:4780'.split(' ')
  expect(read(...words).reach).toMatchObject({ publicOrigin: 'http://localhost:4780' })
})

it('--upstream is a start of its own, on a port of its own', () => {
  expect(readRelayFlags(['--port', '5000'])).toBeUndefined()
  expect(readRelayFlags(['--upstream', 'https://api.example/'])).toEqual({
    upstream: 'https://api.example',
    port: 4781,
    log: 'lines',
  })
  expect(readRelayFlags(['--upstream=http://127.0.0.1:9', '--port=0'])).toEqual({
    upstream: 'http://127.0.0.1:9',
    port: 0,
    log: 'lines',
  })
  expect(help()).toContain('--upstream')
})

it.each([
  [['--upstream'], 'The flag --upstream was not given as it should be;'],
  [['--upstream', 'https://api.example/v2'], '--upstream takes an origin such as'],
  [
    ['--upstream', 'http://api.example'],
    '--upstream takes an https origin or http://localhost:PORT,',
  ],
  [['--upstream', 'https://api.example', '--data', 'x'], 'There is no flag --data;'],
  [['--upstream', 'https://api.example', 'https://b.example'], 'takes one origin.'],
])('%j is refused', (words, sentence) => {
  expect(() => readRelayFlags(words)).toThrow(sentence)
})

it('--notify-to takes https origins only', () => {
  const flags = (origin: string) => readServeFlags(['--notify-to', origin], '/somewhere').notifyTo
  expect(flags('https://ntfy.sh')).toEqual(['https://ntfy.sh'])
  for (const origin of ['http://ntfy.sh', 'https://ntfy.sh/topic', 'ntfy.sh']) {
    expect(() => flags(origin)).toThrow(/--notify-to takes an/)
  }
})
