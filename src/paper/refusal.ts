import type { RefusalCode } from '#contract/errors.ts'
import type { Attributes } from '#contract/sentences.ts'

/** The caller may not have that. Turned into an answer by `http/refusal.ts` alone. */
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

/** Throws where something stands in the way of what is asked for, in its words. */
export function allow(obstacle: string | undefined): void {
  if (obstacle !== undefined) throw new Refusal('unprocessable_entity', obstacle)
}

/** What was asked for. Throws 404 where there is none for this caller. */
export function found<T>(entity: T | undefined, kind: string, id: string | number): T {
  if (entity === undefined) throw new Refusal('not_found', `There is no ${kind} ${id}.`)
  return entity
}
