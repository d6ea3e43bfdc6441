import { SignJWT } from 'jose'

import { type Permission, PERMISSIONS } from '#contract/endpoint.ts'
import type { Credentials } from '#signing/credentials.ts'

import { openTestService } from './open-test-service.ts'
import { sendRaw, type WireAnswer } from './raw-http.ts'
import { type Sample, sampleRequests, signedHeaders } from './sample-requests.ts'

export type Key = Credentials & { token: string }
type Headers = Record<string, string>
/** The headers that somebody tries to get in with. */
export type Attempt = (sample: Sample, ring: KeyRing) => Headers | Promise<Headers>
export type KeyRing = Awaited<ReturnType<typeof openKeyRing>>

const DAY = 86_400_000

/** A service over real HTTP and a ring of keys: good ones, dead ones and each with one scope less. */
export async function openKeyRing() {
  const paper = await openTestService()
  const port = await paper.serve()
  const hmac = await paper.addKey()
  const revoked = await paper.addKey()
  await paper.store.keys.revoke(revoked.apiKey)
  const lacking = new Map<Permission, Key>()
  for (const permission of PERMISSIONS) {
    const permissions = PERMISSIONS.filter((each) => each !== permission)
    lacking.set(permission, await paper.addKey({ permissions }))
  }
  await paper.process.openWorlds()
  const ring = {
    paper,
    hmac,
    rsa: await paper.addKey({ algorithm: 'rsa' }),
    expired: await paper.addKey({ expiresAt: paper.clock.now - 60_000 }),
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
          ...(await attempt(sample, ring)),
        },
      })
    },
    close: () => paper.close(),
  }
  return ring
}

/** Signed by a key of the ring, over the request or over something else. */
export const signedBy =
  (key: (ring: KeyRing) => Credentials, change: (sample: Sample) => Partial<Sample> = () => ({})) =>
  (sample: Sample, ring: KeyRing): Promise<Headers> =>
    signedHeaders(key(ring), { ...sample, ...change(sample) })

/** A good signature, written otherwise. */
export const withSignature =
  (key: (ring: KeyRing) => Credentials, change: (signature: string) => string) =>
  async (sample: Sample, ring: KeyRing): Promise<Headers> => {
    const headers = await signedHeaders(key(ring), sample)
    return { ...headers, Signature: change(headers.Signature) }
  }

export const bearer =
  (token: (ring: KeyRing) => string | Promise<string>) =>
  async (_sample: Sample, ring: KeyRing): Promise<Headers> => ({
    Authorization: `Bearer ${await token(ring)}`,
  })

/** A token like those of the service, with one part of it changed. */
export function tokenOf(
  { paper, hmac }: KeyRing,
  change: (token: SignJWT) => SignJWT = (token) => token,
  { alg = 'HS256', secret = paper.store.tokenSecret } = {},
): Promise<string> {
  const token = new SignJWT({ key: hmac.apiKey, permissions: [...PERMISSIONS] })
    .setProtectedHeader({ alg, typ: 'JWT' })
    .setIssuer('quarterdeck-paper')
    .setAudience('quarterdeck-api')
    .setSubject('trader')
    .setExpirationTime(Math.floor((paper.clock.now + DAY) / 1000))
  return change(token).sign(secret)
}

/** The samples of the closed endpoints of these kinds, each with its request line. */
export const closedEndpoints = (...kinds: string[]): [string, Sample][] =>
  sampleRequests
    .filter(({ endpoint }) => kinds.includes(endpoint.security))
    .map((sample) => [`${sample.endpoint.method} ${sample.endpoint.path}`, sample])
