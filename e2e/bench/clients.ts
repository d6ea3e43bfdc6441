import { createHmac } from 'node:crypto'
import { request } from 'node:http'
import { performance } from 'node:perf_hooks'

import { quantile } from './statistics.ts'

const CLIENTS = 50
const A_SECOND = 4
const SECOND = 1_000

export type Call = { method: 'GET' | 'POST'; path: string; query: string; body: string }
type Key = { api_key: string; secret_key: string }
export type Load = { p50: number; p99: number; perSecond: number; failed: number }

/** 50 clients of four calls a second each, so that latency is meant and not throughput. */
export async function paced(
  origin: string,
  key: Key,
  call: (n: number) => Call,
  seconds: number,
): Promise<Load> {
  const pause = SECOND / A_SECOND
  return under(seconds, async (isOver, done) => {
    await Promise.all(
      Array.from({ length: CLIENTS }, async (_, client) => {
        await wait((client * pause) / CLIENTS)
        for (let turn = 0; !isOver(); turn++) {
          const next = wait(pause)
          await done(() => send(origin, key, call(client * 10_000 + turn)))
          await next
        }
      }),
    )
  })
}

/** The same clients without a pause: how much goes through at most. */
export const saturated = (
  origin: string,
  key: Key,
  call: (n: number) => Call,
  seconds: number,
): Promise<Load> =>
  under(seconds, async (isOver, done) => {
    await Promise.all(
      Array.from({ length: CLIENTS }, async (_, client) => {
        for (let turn = 0; !isOver(); turn++) {
          await done(() => send(origin, key, call(client * 10_000 + turn)))
        }
      }),
    )
  })

type Done = (attempt: () => Promise<number>) => Promise<void>

async function under(
  seconds: number,
  work: (isOver: () => boolean, done: Done) => Promise<void>,
): Promise<Load> {
  const times: number[] = []
  let failed = 0
  const started = performance.now()
  await work(
    () => performance.now() - started > seconds * SECOND,
    async (attempt) => {
      const before = performance.now()
      const status = await attempt()
      times.push(performance.now() - before)
      if (status >= 400) failed += 1
    },
  )
  const took = (performance.now() - started) / SECOND
  return {
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    perSecond: times.length / took,
    failed,
  }
}

/** Signed; its status once the whole answer is there. */
export function send(
  origin: string,
  key: Key,
  { method, path, query, body }: Call,
): Promise<number> {
  const signature = createHmac('sha256', key.secret_key)
    .update(`${path}?${query}${body}`)
    .digest('hex')
  const headers = {
    APIKEY: key.api_key,
    Signature: signature,
    ...(body === '' ? {} : { 'Content-Type': 'application/json' }),
  }
  const target = query === '' ? path : `${path}?${query}`
  return new Promise((resolve, reject) => {
    const outgoing = request(`${origin}${target}`, { method, headers }, (incoming) => {
      incoming.resume()
      incoming.on('end', () => resolve(incoming.statusCode ?? 0))
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))
