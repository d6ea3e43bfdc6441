import { fromBase64 } from '#signing/base64.ts'
import { membersOf } from './found.ts'

/** When a bearer token ends, in epoch milliseconds; undefined when it is no JWT or does not say. */
export function tokenExpiry(token: string): number | undefined {
  const parts = token.split('.')
  if (parts.length !== 3) return undefined
  const base64 = (parts[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
  const bytes = fromBase64(base64.padEnd(Math.ceil(base64.length / 4) * 4, '='))
  if (!bytes) return undefined
  try {
    const { exp } = membersOf(JSON.parse(new TextDecoder().decode(bytes)))
    return typeof exp === 'number' && Number.isFinite(exp) ? Math.floor(exp * 1000) : undefined
  } catch {
    return undefined
  }
}
