import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { permissionsFor } from '#contract/endpoint.ts'
import {
  type Attempt,
  bearer,
  closedEndpoints,
  type KeyRing,
  openKeyRing,
  signedBy,
  tokenOf,
  withSignature,
} from '#testing/key-ring.ts'
import { type Sample, signedHeaders } from '#testing/sample-requests.ts'
import { storeHash } from '#testing/stored-data.ts'

let ring: KeyRing
beforeAll(async () => {
  ring = await openKeyRing()
})
afterAll(() => ring.close())

/** Neither turned away at the ring nor a failure of ours: what comes after is another matter. */
const isLetIn = (status: number): boolean => ![401, 403].includes(status) && status < 500

const SIGNATURES: [string, Attempt][] = [
  ['HMAC', signedBy(({ hmac }) => hmac)],
  [
    'HMAC in upper case',
    withSignature(
      ({ hmac }) => hmac,
      (hex) => hex.toUpperCase(),
    ),
  ],
  ['RSA', signedBy(({ rsa }) => rsa)],
  [
    'RSA folded into lines',
    withSignature(
      ({ rsa }) => rsa,
      (text) => text.replace(/(.{76})/g, '$1 '),
    ),
  ],
]

it.each(SIGNATURES)('access is granted for %s', async (_name, attempt) => {
  const [[, sample] = []] = closedEndpoints('signed')
  expect((await ring.try(sample as Sample, attempt)).status).toSatisfy(isLetIn)
})

it.each(closedEndpoints('signed', 'bearer_or_signed'))(
  '%s takes a signature',
  async (_, sample) => {
    const { status } = await ring.try(
      sample,
      signedBy(({ hmac }) => hmac),
    )
    expect(status).toSatisfy(isLetIn)
  },
)

describe.each(closedEndpoints('bearer', 'bearer_or_signed'))('%s', (_line, sample) => {
  it('takes a token', async () => {
    const { status } = await ring.try(
      sample,
      bearer((at) => tokenOf(at)),
    )
    expect(status).toSatisfy(isLetIn)
  })
})

it.each(closedEndpoints('signed', 'bearer', 'bearer_or_signed'))(
  '%s asks for its own permissions alone',
  async (_line, sample) => {
    const { security } = sample.endpoint
    const key = await ring.paper.addKey({ permissions: [...permissionsFor(sample.endpoint)] })
    const { status } = await ring.try(sample, (signed) =>
      security === 'bearer' ? { Authorization: `Bearer ${key.token}` } : signedHeaders(key, signed),
    )
    expect(status).toSatisfy(isLetIn)
  },
)

const reading = closedEndpoints('signed', 'bearer', 'bearer_or_signed').filter(
  ([, { endpoint }]) => endpoint.method === 'GET',
)

it.each(reading)('%s changes nothing', async (_line, sample) => {
  const before = storeHash(ring.paper.data)
  await ring.try(
    sample,
    sample.endpoint.security === 'bearer'
      ? bearer((at) => tokenOf(at))
      : signedBy(({ hmac }) => hmac),
  )
  expect(storeHash(ring.paper.data)).toBe(before)
})

it('failed nowhere by itself', () => {
  expect(ring.paper.failures).toEqual([])
})

describe('a request with neither query nor body', () => {
  const [, sample] = closedEndpoints('signed').find(([line]) => line.endsWith('/user/mode')) as [
    string,
    (typeof reading)[number][1],
  ]
  const bare = { ...sample, endpoint: { ...sample.endpoint, method: 'GET' as const } }
  const target = '/api/v1/user/mode'

  it('a request with neither query nor body may be signed without the question mark', async () => {
    const attempt = signedBy(({ hmac }) => ({ ...hmac, emptyForm: 'path' }))
    expect((await ring.try({ ...bare, target }, attempt)).status).toBe(200)
  })

  it('a request with neither query nor body may be sent with a bare question mark', async () => {
    const attempt = signedBy(({ hmac }) => hmac)
    expect((await ring.try({ ...bare, target: `${target}?` }, attempt)).status).toBe(200)
  })
})
