import * as z from 'zod/mini'

import { isAmount } from '#contract/primitives.ts'
import { refusalWords } from '#contract/sentences.ts'
import {
  type Decimal,
  digitsOf,
  fromNumber,
  isDecimal,
  isZero,
  placesOf,
  readDecimal,
  round,
  toText,
} from '#money/decimal.ts'

import { type Facts, NotOffered } from '../dialect.ts'

/** `a` account, `b` bot. */
type Kind = 'a' | 'b'

/** Encodes an id as a UUID (RFC 9562, version 8), without a mapping. Throws above 12 hex digits. */
export function uuidOf(kind: Kind, id: unknown): string {
  const digits = BigInt(String(id)).toString(16)
  if (digits.length > 12) throw new RangeError(`the id ${String(id)} is too long`)
  return `3c0${kind}0000-0000-8000-8000-${digits.padStart(12, '0')}`
}

/** Like `uuidOf`, but returns `undefined` for an invalid id, so that the rest stays readable. */
export function uuidIn(kind: Kind, json: unknown): string | undefined {
  const text = textOf(json)
  const fits = text !== undefined && /^\d{1,15}$/.test(text) && BigInt(text) < ID_LIMIT
  return fits ? uuidOf(kind, text) : undefined
}

/** Limit of 12 hex digits. */
const ID_LIMIT = 2n ** 48n

/** Decodes an id; `undefined` for a UUID of another service. */
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

/** More digits than any amount has; quotients may have 50. */
const MAX_DIGITS = 30

/** Returns plain text with at most 30 significant digits; `undefined` for other values. */
export function amountOf(json: unknown): string | undefined {
  const value = decimalOf(json)
  if (value === undefined) return undefined
  const excess = digitsOf(value) - MAX_DIGITS
  if (excess > 0) return toText(round(value, Math.max(placesOf(value) - excess, 0), 'half-even'))
  return isDecimal(json) ? json : toText(value)
}

function decimalOf(json: unknown): Decimal | undefined {
  if (typeof json === 'number') return Number.isFinite(json) ? fromNumber(json) : undefined
  return typeof json === 'string' ? readDecimal(json) : undefined
}

export function isNothing(json: unknown): boolean {
  const value = decimalOf(json)
  return value !== undefined && isZero(value)
}

/** Never rounds: the reviewed value is sent. */
export const plainAmount = (json: unknown): unknown =>
  typeof json === 'number' ? toText(fromNumber(json)) : json

/** Rewrites the amounts that the schema names. */
export function mapAmounts(
  schema: z.core.$ZodType,
  json: unknown,
  write: (amount: unknown) => unknown,
): unknown {
  if (
    schema instanceof z.ZodMiniOptional ||
    schema instanceof z.ZodMiniNonOptional ||
    schema instanceof z.ZodMiniNullable
  ) {
    return mapAmounts(schema.def.innerType, json, write)
  }
  if (schema instanceof z.ZodMiniArray) {
    const { element } = schema.def
    return Array.isArray(json) ? json.map((one) => mapAmounts(element, one, write)) : json
  }
  if (!(schema instanceof z.ZodMiniObject)) return isAmount(schema) ? write(json) : json
  if (!isObject(json)) return json
  const members = Object.entries(schema.shape)
    .filter(([name]) => Object.hasOwn(json, name))
    .map(([name, member]) => [name, mapAmounts(member, json[name], write)])
  return { ...json, ...Object.fromEntries(members) }
}

/** Permanent if the key lacks this permission. */
export const ACCOUNTS_UNREAD =
  'The accounts of this connection have not been read yet. Reading them needs the permission ACCOUNTS_READ.'

/** Throws `NotOffered` for an unlisted account: `Forced-Mode` alone doesn't stop real trades. */
export function checkAccount(id: unknown, { accounts, mode }: Facts): void {
  if (accounts.length === 0) {
    throw new NotOffered(ACCOUNTS_UNREAD)
  }
  if (!accounts.some((account) => String(account['id']) === String(id))) {
    throw new NotOffered(`Account ${String(id)} is not a ${mode} account of this connection.`)
  }
}

export function refusedWords(error: unknown): string | undefined {
  if (refusedStatus(error) === undefined) return undefined
  const { status, answered = status, description, explanation } = failureIn(error)
  return refusalWords({
    answered: Number(answered),
    description: textOf(description) ?? '',
    explanation: textOf(explanation),
  })
}

const failureIn = (error: unknown): Json =>
  error instanceof Error && 'failure' in error ? objectOf(error.failure) : {}

export function refusedStatus(error: unknown): number | undefined {
  const { kind, status } = failureIn(error)
  return kind === 'refused' && typeof status === 'number' ? status : undefined
}
