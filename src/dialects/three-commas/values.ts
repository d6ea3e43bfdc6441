/** An account is `a`, a bot is `b`. */
type Kind = 'a' | 'b'

/**
 * The UUID (RFC 9562, version 8) that stands for an integer id, so that nothing has to be stored.
 * Throws `RangeError` for an id of more than 12 hex digits.
 */
export function uuidOf(kind: Kind, id: unknown): string {
  const digits = BigInt(String(id)).toString(16)
  if (digits.length > 12) throw new RangeError(`the id ${String(id)} is too long`)
  return `3c0${kind}0000-0000-8000-8000-${digits.padStart(12, '0')}`
}

/** The integer id of a UUID of this dialect, as text; `undefined` where it is another's. */
export function idOf(kind: Kind, uuid: string): string | undefined {
  const match = new RegExp(`^3c0${kind}0000-0000-8000-8000-([0-9a-f]{12})$`).exec(uuid)
  return match?.[1] === undefined ? undefined : BigInt(`0x${match[1]}`).toString()
}

export type Json = Readonly<Record<string, unknown>>

export const isObject = (json: unknown): json is Json =>
  typeof json === 'object' && json !== null && !Array.isArray(json)

export const objectOf = (json: unknown): Json => (isObject(json) ? json : {})

export const listOf = (json: unknown): Json[] => (Array.isArray(json) ? json.filter(isObject) : [])

export const textOf = (json: unknown): string | undefined =>
  typeof json === 'string' ? json : typeof json === 'number' ? String(json) : undefined

/** `USDT_BTC` in the order of `BTC/USDT`: split at the first `_`, since bases may have one too. */
export function slashPair(pair: string): string {
  const at = pair.indexOf('_')
  return at < 0 ? pair : `${pair.slice(at + 1)}/${pair.slice(0, at)}`
}

export function underscorePair(pair: string): string {
  const at = pair.lastIndexOf('/')
  return at < 0 ? pair : `${pair.slice(at + 1)}_${pair.slice(0, at)}`
}
