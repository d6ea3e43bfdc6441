import { SignJWT } from 'jose'

import { type Permission, PERMISSIONS } from '#contract/endpoint.ts'
import type { Credentials } from '#signing/credentials.ts'

import { openPaperHouse } from './open-paper-house.ts'
import { sendRaw, type WireAnswer } from './raw-http.ts'
import { type Sample, sampleRequests, signedHeaders } from './sample-requests.ts'

export type Key = Credentials & { token: string }
type Headers = Record<string, string>
/** The headers that somebody tries to get in with. */
export type Attempt = (sample: Sample, door: Door) => Headers | Promise<Headers>
export type Door = Awaited<ReturnType<typeof openDoor>>

const DAY = 86_400_000

/** A service over real HTTP and a ring of keys: good ones, dead ones and each with one scope less. */
export async function openDoor() {
  const house = await openPaperHouse()
  const port = await house.serve()
  const hmac = await house.addKey()
  const revoked = await house.addKey()
  await house.store.keys.revoke(revoked.apiKey)
  const lacking = new Map<Permission, Key>()
  for (const permission of PERMISSIONS) {
    const permissions = PERMISSIONS.filter((each) => each !== permission)
    lacking.set(permission, await house.addKey({ permissions }))
  }
  await house.house.openWorlds()
  const door = {
    house,
    hmac,
    rsa: await house.addKey({ algorithm: 'rsa' }),
    expired: await house.addKey({ expiresAt: house.clock.now - 60_000 }),
    revoked,
    stranger: { ...hmac, apiKey: 'paper_00000000000000000000000000000000' },
    lacking,
    async try(sample: Sample, attempt: Attempt): Promise<WireAnswer> {
      return sendRaw(port, {
        method: sample.endpoint.method,
        target: sample.target,
        body: sample.body,
        headers: {
          ...(sample.body !== '' && { 'Content-Type': 'application/json' }),
          ...(await attempt(sample, door)),
        },
      })
    },
    close: () => house.close(),
  }
  return door
}

/** Signed by a key of the ring, over the request or over something else. */
export const signedBy =
  (key: (door: Door) => Credentials, change: (sample: Sample) => Partial<Sample> = () => ({})) =>
  (sample: Sample, door: Door): Promise<Headers> =>
    signedHeaders(key(door), { ...sample, ...change(sample) })

/** A good signature, written otherwise. */
export const withSignature =
  (key: (door: Door) => Credentials, change: (signature: string) => string) =>
  async (sample: Sample, door: Door): Promise<Headers> => {
    const headers = await signedHeaders(key(door), sample)
    return { ...headers, Signature: change(headers.Signature) }
  }

export const bearer =
  (token: (door: Door) => string | Promise<string>) =>
  async (_sample: Sample, door: Door): Promise<Headers> => ({
    Authorization: `Bearer ${await token(door)}`,
  })

/** A token like those of the service, with one thing in it changed. */
export function tokenOf(
  { house, hmac }: Door,
  change: (token: SignJWT) => SignJWT = (token) => token,
  { alg = 'HS256', secret = house.store.tokenSecret } = {},
): Promise<string> {
  const token = new SignJWT({ key: hmac.apiKey, permissions: [...PERMISSIONS] })
    .setProtectedHeader({ alg, typ: 'JWT' })
    .setIssuer('quarterdeck-paper')
    .setAudience('quarterdeck-api')
    .setSubject('trader')
    .setExpirationTime(Math.floor((house.clock.now + DAY) / 1000))
  return change(token).sign(secret)
}

/** The samples of the closed endpoints of these kinds, each with its request line. */
export const closedEndpoints = (...kinds: string[]): [string, Sample][] =>
  sampleRequests
    .filter(({ endpoint }) => kinds.includes(endpoint.security))
    .map((sample) => [`${sample.endpoint.method} ${sample.endpoint.path}`, sample])
