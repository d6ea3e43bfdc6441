import type * as z from 'zod/mini'

import { list, textOr } from '#money/format.ts'

/** Error messages by dotted path of the request. */
export type Attributes = Record<string, string[]>

/** Replaces zod's default messages. */
export function plainSentence(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'This is required.' : `Send ${kindOf(issue.expected)}.`
    case 'invalid_value':
      return `Send ${list(issue.values.map(String), 'or')}.`
    case 'too_small':
      return `Send at least ${sized(issue.minimum, issue.origin)}.`
    case 'too_big':
      return `Send at most ${sized(issue.maximum, issue.origin)}.`
    default:
      return undefined
  }
}

/** Converts zod issues to messages by dotted path, such as `take_profit.steps.0.price.value`. */
export function attributesOf(error: z.core.$ZodError): Attributes {
  const attributes: Attributes = {}
  for (const { path, message } of error.issues) say(attributes, path.join('.'), message)
  return attributes
}

/** Adds a message once. An empty path means the whole request and becomes `body`. */
export function say(attributes: Attributes, path: string, sentence: string): void {
  const said = (attributes[textOr(path, 'body')] ??= [])
  if (!said.includes(sentence)) said.push(sentence)
}

const KINDS: Record<string, string> = {
  object: 'an object',
  array: 'a list',
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
}

const kindOf = (expected: string): string => KINDS[expected] ?? 'another value'

const sized = (limit: number | bigint, origin: string): string => {
  if (origin === 'string') return `${limit} characters`
  return origin === 'array' ? `${limit} items` : String(limit)
}

export type RefusalTexts = {
  /** HTTP status. */
  answered: number
  /** The service's own text; may be "". */
  description: string
  explanation?: string | undefined
}

/** Returns `403: “No.” Our explanation.` Only the service's text is quoted. */
export const refusalWords = ({ answered, description, explanation }: RefusalTexts): string =>
  [`${answered}${description === '' ? '.' : `: “${description}”`}`, explanation]
    .filter(Boolean)
    .join(' ')
