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

/** The same; `undefined` for what is no such id, which is then unknown and leaves the rest readable. */
export function uuidIn(kind: Kind, json: unknown): string | undefined {
  const text = textOf(json)
  const fits = text !== undefined && /^\d{1,15}$/.test(text) && BigInt(text) < MOST_IDS
  return fits ? uuidOf(kind, text) : undefined
}

/** What twelve hex digits hold. */
const MOST_IDS = 2n ** 48n

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

/** Fifty digits of a quotient are not money; thirty are more than any amount has. */
const MOST_DIGITS = 30

/**
 * An amount as plain text of at most 30 significant digits, which whole numbers may exceed; `undefined`
 * for anything that is no number.
 */
export function amountOf(json: unknown): string | undefined {
  const value = decimalOf(json)
  if (value === undefined) return undefined
  const excess = digitsOf(value) - MOST_DIGITS
  if (excess > 0) return toText(round(value, Math.max(placesOf(value) - excess, 0), 'half-even'))
  return isDecimal(json) ? json : toText(value)
}

function decimalOf(json: unknown): Decimal | undefined {
  if (typeof json === 'number') return Number.isFinite(json) ? fromNumber(json) : undefined
  return typeof json === 'string' ? readDecimal(json) : undefined
}

/** Whether it is an amount, and zero. */
export function isNothing(json: unknown): boolean {
  const value = decimalOf(json)
  return value !== undefined && isZero(value)
}

/** Never rounded: what was reviewed is what is sent. */
export const plainAmount = (json: unknown): unknown =>
  typeof json === 'number' ? toText(fromNumber(json)) : json

/** The same JSON with each amount that a schema of the contract names written by `write`. */
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

/** Of a key that may not read them, they never will be. */
export const ACCOUNTS_UNREAD =
  'The accounts of this connection have not been read yet. Reading them needs the permission ACCOUNTS_READ.'

/**
 * `Forced-Mode` does not keep a real account from trading: only an account that was listed in the mode
 * of the connection may be named by a request that makes something. Throws `NotOffered`.
 */
export function checkAccount(id: unknown, { accounts, mode }: Facts): void {
  if (accounts.length === 0) {
    throw new NotOffered(ACCOUNTS_UNREAD)
  }
  if (!accounts.some((account) => String(account['id']) === String(id))) {
    throw new NotOffered(
      `Account ${String(id)} is not among the accounts of ${mode} trading at this connection.`,
    )
  }
}

/** A refusal that the client has thrown, in words; `undefined` for any other end of a request. */
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

/** The status of a refusal that the client has thrown; `undefined` for any other end of a request. */
export function refusedStatus(error: unknown): number | undefined {
  const { kind, status } = failureIn(error)
  return kind === 'refused' && typeof status === 'number' ? status : undefined
}
