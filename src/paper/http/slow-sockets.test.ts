import { connect, type Socket } from 'node:net'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { openTestService, type TestService } from '#testing/open-test-service.ts'
import { proofSize } from '#testing/proof-size.ts'
import { sendRaw } from '#testing/raw-http.ts'

const ATTACKERS = 1_200
const FEW = { near: 40, most: 48 }
const HONEST = proofSize(10, 40)
const BIG = 16 * 2 ** 20

let paper: TestService
let root: string
let port: number
let isOver = false
const sockets = new Set<Socket>()

beforeEach(async () => {
  isOver = false
  paper = await openTestService()
  root = join(paper.data, 'site')
  mkdirSync(root)
  writeFileSync(join(root, 'big.bin'), Buffer.alloc(BIG))
})
afterEach(async () => {
  isOver = true
  for (const socket of sockets) socket.destroy()
  await paper.close()
})

/** One that sends this, reads nothing, and comes again as soon as it is sent away. */
function attack(text: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(text)
      resolve()
    })
    socket.pause()
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => {
      sockets.delete(socket)
      // Later, so that those who wait get their turn.
      if (!isOver) setTimeout(() => void attack(text), 50).unref()
    })
  })
}

const HOST = 'Host: 127.0.0.1:{port}\r\n'
/** Fewer of those that fill the buffers of the system with what they do not read. */
it.each([
  ['nothing', '', ATTACKERS, undefined],
  ['half a head', `GET /api/v1/time HTTP/1.1\r\n${HOST}`, ATTACKERS, undefined],
  [
    'half a body',
    `POST /pair HTTP/1.1\r\n${HOST}Content-Length: 60000\r\n\r\n{`,
    ATTACKERS,
    undefined,
  ],
  ['no more once they should read', `GET /big.bin HTTP/1.1\r\n${HOST}\r\n`, 60, FEW],
])('connections that send %s keep nobody out', async (_, text, attackers, connections) => {
  port = await paper.serve({ root, ...(connections && { connections }) })
  const sent = text.replaceAll('{port}', String(port))
  await Promise.all(Array.from({ length: attackers }, () => attack(sent)))
  for (let count = 0; count < HONEST; count++) {
    const answer = await sendRaw(port, { target: '/api/v1/time' })
    expect({ count, status: answer.status }).toEqual({ count, status: 200 })
  }
  // A body that arrives in two parts is no attack: its connection is younger than theirs.
  const posted = await sendRaw(port, {
    method: 'POST',
    target: '/pair',
    body: '{}',
    headers: { 'Content-Type': 'application/json' },
  })
  expect(posted.status).toBe(422)
})

it('a request that is being worked on is never cut off for others', async () => {
  port = await paper.serve({ root })
  const { service } = paper
  const answer = service.answer.bind(service)
  const begun = signal()
  const released = signal()
  service.answer = async (request) => {
    begun.give()
    await released.given
    return answer(request)
  }
  const slow = sendRaw(port, { target: '/api/v1/time' })
  await begun.given
  await Promise.all(Array.from({ length: ATTACKERS }, () => attack('')))
  // Connections are accepted in their order: all of those have been.
  expect((await sendRaw(port, { target: '/big.bin', method: 'HEAD' })).status).toBe(200)
  released.give()
  expect((await slow).status).toBe(200)
})

it('half a head is waited for no longer than 2 s', async () => {
  port = await paper.serve({ root })
  const socket = connect(port, '127.0.0.1')
  const began = performance.now()
  socket.write('GET /api/v1/time HTTP/1.1\r\n')
  await new Promise((resolve) => socket.once('close', resolve).resume())
  expect(performance.now() - began).toBeLessThan(3_500)
})

function signal() {
  let give = (): void => undefined
  const given = new Promise<void>((resolve) => (give = resolve))
  return { given, give: () => give() }
}
