import { type Endpoint, type Permission, permissionsFor } from '#contract/endpoint.ts'
import type { Instant } from '#contract/primitives.ts'
import { toHex } from '#signing/base64.ts'
import { generateKeyPair } from '#signing/keys.ts'
import { signedBytes } from '#signing/signature.ts'

import { isKeyMaterial } from '../engine/record-shapes.ts'
import { HEX_DIGEST, type Platform, randomBytes, type Verifier } from '../platform.ts'
import { Refusal } from '../refusal.ts'
import type { ApiKey, Store } from '../store/store.ts'
import { type RawRequest, splitTarget } from './raw-request.ts'
import { readToken } from './tokens.ts'

/** An authenticated caller and their permissions. */
export type Caller = { key: ApiKey; permissions: readonly Permission[] }

export type Authenticate = (
  endpoint: Endpoint,
  request: RawRequest,
  now: Instant,
) => Promise<Caller>

/** One for all services of a process, as making a key takes a tenth of a second. */
let keyOfNobody: ReturnType<typeof generateKeyPair> | undefined

/** Verifies signature or token over the received bytes. Throws a 401 refusal. */
export async function authenticator(
  store: Store,
  { verifier }: Platform,
  strict: boolean,
): Promise<Authenticate> {
  const known = new Map<string, Verifier>()
  // Verified in place of an unknown key, to take as long as a wrong signature.
  const nobody = {
    hmac: await verifier('hmac', toHex(randomBytes(32))),
    rsa: await verifier('rsa', (await (keyOfNobody ??= generateKeyPair())).publicPem),
  }

  /** `undefined` for a damaged key record. */
  async function verifierOf({ algorithm, material }: ApiKey): Promise<Verifier | undefined> {
    const found = known.get(material)
    if (found) return found
    if (!isKeyMaterial(material)) return undefined
    const made = await verifier(algorithm, material)
    known.set(material, made)
    return made
  }

  async function bySignature(request: RawRequest, now: Instant): Promise<Caller> {
    const apiKey = request.header('apikey')
    const signature = request.header('signature')
    if (!apiKey) throw new Refusal('api_key_missing', 'Send the API key in the header APIKEY.')
    if (!signature) throw new Refusal('signature_missing', 'Send the header Signature.')
    const key = living(await store.keys.find(apiKey), now)
    const own = key && (await verifierOf(key))
    const verify = own ?? nobody[HEX_DIGEST.test(signature) ? 'hmac' : 'rsa']
    const agrees = await isSignedBy(verify, signature, request, strict)
    if (!key || !own) throw unknownKey()
    if (!agrees) {
      throw new Refusal('signature_invalid', 'The signature does not match this key and request.')
    }
    return { key, permissions: key.permissions }
  }

  async function byToken(authorization: string | undefined, now: Instant): Promise<Caller> {
    if (!authorization) {
      throw new Refusal('token_missing', 'Send a token in the header Authorization.')
    }
    const [, token] = /^Bearer +([^ ]+)$/i.exec(authorization) ?? []
    const { apiKey, permissions } = await readToken(store.tokenSecret, token ?? '', now)
    const key = living(await store.keys.find(apiKey), now)
    if (!key)
      throw new Refusal('token_invalid', 'The key of this token was revoked or has expired.')
    return { key, permissions }
  }

  return ({ security }, request, now) => {
    const authorization = request.header('authorization')
    const takesToken =
      security === 'bearer' || (security === 'bearer_or_signed' && authorization !== undefined)
    return takesToken ? byToken(authorization, now) : bySignature(request, now)
  }
}

/** Denies by default. Throws 403 without the endpoint's permission. */
export function checkPermission(endpoint: Pick<Endpoint, 'permission'>, caller: Caller): void {
  const missing = permissionsFor(endpoint).filter((one) => !caller.permissions.includes(one))
  if (missing.length === 0) return
  throw new Refusal('access_denied', `This key lacks the permission ${missing.join(', ')}.`)
}

async function isSignedBy(
  verify: Verifier,
  signature: string,
  { target, bytes = new Uint8Array() }: RawRequest,
  strict: boolean,
): Promise<boolean> {
  const { path, query } = splitTarget(target)
  if (await verify(signature, signedBytes(path, query, bytes, 'path?'))) return true
  // Some clients sign the bare path when there is neither query nor body; the spec does not.
  if (strict || query !== '' || bytes.length > 0) return false
  return verify(signature, signedBytes(path, query, bytes, 'path'))
}

const living = (key: ApiKey | undefined, now: Instant): ApiKey | undefined =>
  key && (key.expiresAt === undefined || key.expiresAt > now) ? key : undefined

const unknownKey = () =>
  new Refusal('api_key_invalid_or_expired', 'This API key is unknown, was revoked or has expired.')
