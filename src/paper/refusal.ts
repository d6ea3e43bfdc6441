import type { RefusalCode } from '#contract/errors.ts'
import type { Attributes } from '#contract/sentences.ts'

/** A refused request; only `http/refusal.ts` turns it into an answer. */
export class Refusal extends Error {
  readonly code: RefusalCode
  /** Sentences by dotted path of the request. */
  readonly attributes: Attributes | undefined

  constructor(code: RefusalCode, description: string, attributes?: Attributes) {
    super(description)
    this.name = 'Refusal'
    this.code = code
    this.attributes = attributes
  }
}

export const wrongBalance = (rule: string): Refusal =>
  new Refusal('record_invalid', rule, { balance: [rule] })

/** Throws a `Refusal` with the obstacle, if there is one. */
export function allow(obstacle: string | undefined): void {
  if (obstacle !== undefined) throw new Refusal('unprocessable_entity', obstacle)
}

/** The entity. Throws 404 if this caller has none. */
export function found<T>(entity: T | undefined, kind: string, id: string | number): T {
  if (entity === undefined) throw new Refusal('not_found', `There is no ${kind} ${id}.`)
  return entity
}
