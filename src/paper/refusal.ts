import type { Attributes, RefusalCode } from '#contract/errors.ts'

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
