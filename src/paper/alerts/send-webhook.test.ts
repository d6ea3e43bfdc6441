import {
  type AddressInfo,
  getDefaultAutoSelectFamilyAttemptTimeout,
  setDefaultAutoSelectFamilyAttemptTimeout,
} from 'node:net'
import { createServer, type TLSSocket } from 'node:tls'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { TEST_CERTIFICATE } from '#testing/test-certificate.ts'
import { webhookReceiver } from '#testing/webhook-receiver.ts'

import { isPublicAddress, sendWebhook } from './send-webhook.ts'

let receiver: Awaited<ReturnType<typeof webhookReceiver>>
beforeEach(async () => {
  receiver = await webhookReceiver(TEST_CERTIFICATE)
})
afterEach(() => receiver.close())

const request = (url = `${receiver.origin}/hook?of=mine`) => ({ url, headers: {}, body: 'hello' })

it.each([
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
  '127.0.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:8.8.8.8',
  '::ffff:127.0.0.1',
  '::8.8.8.8',
  '64:ff9b::7f00:1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  'fc00::1',
  'fd12::1',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  'localhost',
  '',
])('%s counts as an address that is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

it.each(['1.1.1.1', '8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450::1'])(
  '%s counts as a public address',
  (address) => expect(isPublicAddress(address)).toBe(true),
)

it('a webhook is sent to the checked address, with the name and its certificate', async () => {
  let asked = 0
  const resolve = () => {
    asked += 1
    // A second question gets another answer.
    return Promise.resolve([asked === 1 ? '127.0.0.1' : '127.0.0.2'])
  }
  expect(await sendWebhook(request(), { ...receiver.network, resolve })).toEqual({
    problem: null,
    isFinal: true,
  })
  expect(asked).toBe(1)
  expect(receiver.received).toMatchObject([{ path: '/hook?of=mine', body: 'hello' }])
  expect(receiver.received[0]?.headers['host']).toBe(new URL(receiver.origin).host)
})

it('a name is called by another of its addresses where the first does not answer', async () => {
  const resolve = () => Promise.resolve(['127.0.0.9', '127.0.0.1'])
  expect(await sendWebhook(request(), { ...receiver.network, resolve })).toMatchObject({
    problem: null,
  })
})

it('an address that takes its time is not left for another', async () => {
  const usual = getDefaultAutoSelectFamilyAttemptTimeout()
  setDefaultAutoSelectFamilyAttemptTimeout(10)
  const resolve = () => Promise.resolve(['127.0.0.1', '127.0.0.9'])
  const sending = sendWebhook(request(), { ...receiver.network, resolve })
  // Connects, and is busy before it can hear of it.
  setImmediate(() => {
    const begun = performance.now()
    while (performance.now() < begun + 50);
  })
  expect(await sending).toMatchObject({ problem: null })
  setDefaultAutoSelectFamilyAttemptTimeout(usual)
})

it.each([
  ['90', { isFinal: false, wait: 90_000 }],
  ['601', { isFinal: true }],
  ['Wed, 21 Oct 2026 07:28:00 GMT', { isFinal: false, wait: undefined }],
])(
  'a receiver that asks for a wait of %s is obeyed, or not called again',
  async (wait, outcome) => {
    receiver.answer.status = 429
    receiver.answer.headers['Retry-After'] = wait
    expect(await sendWebhook(request(), receiver.network)).toMatchObject(outcome)
  },
)

it('a webhook is refused if one address of its name is not public', async () => {
  const isAllowed = (address: string) => address === '127.0.0.1'
  const resolve = () => Promise.resolve(['127.0.0.1', '10.0.0.1'])
  expect(await sendWebhook(request(), { ...receiver.network, resolve, isAllowed })).toMatchObject({
    problem: 'The name leads to an address that is not public.',
  })
})

it('a webhook is refused if its host is an address that is not public', async () => {
  const { port } = new URL(receiver.origin)
  for (const host of ['127.0.0.1', '[::1]', '[::ffff:7f00:1]', '2130706433']) {
    const { problem } = await sendWebhook(request(`https://${host}:${port}/`))
    expect(problem).toBe('The name leads to an address that is not public.')
  }
  expect(receiver.received).toEqual([])
})

it('a webhook is refused if the certificate names another host', async () => {
  const url = receiver.origin.replace('desk.example', 'other.example')
  expect(await sendWebhook(request(url), receiver.network)).toMatchObject({
    problem: 'The connection failed.',
  })
  expect(receiver.received).toEqual([])
})

/** A receiver that sends these bytes and ends, in its own way. */
async function receiverOf(bytes: string, end: (socket: TLSSocket) => void) {
  const server = createServer(TEST_CERTIFICATE, (socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => {
      socket.write(bytes)
      end(socket)
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return { url: `https://desk.example:${port}/hook`, close: () => server.close() }
}

const UPGRADE = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'
it.each<[string, string, (socket: TLSSocket) => void, string]>([
  ['switches protocols', UPGRADE, () => undefined, 'It answered with status 101.'],
  ['ends without an answer', '', (socket) => socket.end(), 'The connection failed.'],
  ['breaks off', 'HTTP/1.1 200', (socket) => socket.destroy(), 'The connection failed.'],
  ['is no HTTP', 'hello\r\n\r\n', (socket) => socket.end(), 'The connection failed.'],
])('a receiver that %s is not waited for', async (_what, bytes, end, problem) => {
  const { url, close } = await receiverOf(bytes, end)
  try {
    expect(await sendWebhook(request(url), receiver.network)).toMatchObject({ problem })
  } finally {
    close()
  }
})

it('a webhook whose receiver does not answer is given up', async () => {
  receiver.answer.isSilent = true
  expect(await sendWebhook(request(), { ...receiver.network, patience: 200 })).toEqual({
    problem: 'There was no answer in time.',
    isFinal: false,
  })
})
