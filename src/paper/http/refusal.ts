import { type RefusalBody, REFUSALS } from '#contract/errors.ts'

import { Refusal } from '../refusal.ts'
import { StorageFailure } from '../store/store-errors.ts'
import { type Answer, jsonAnswer } from './answer.ts'

/** A refusal with headers, such as when to retry. */
export class RefusalWithHeaders extends Refusal {
  readonly headers: Readonly<Record<string, string>>

  constructor(
    code: Refusal['code'],
    description: string,
    headers: Readonly<Record<string, string>>,
  ) {
    super(code, description)
    this.headers = headers
  }
}

/** One line for the log, without any request data. */
export type Report = (event: { reference: string; line: string; error: unknown }) => void

/** Turns errors into answers. `line`: the endpoint's label for the log. */
export function refuse(error: unknown, line: string, report: Report, status?: number): Answer {
  if (error instanceof StorageFailure) return refuse(unstored(error), line, report)
  if (!(error instanceof Refusal)) {
    const reference = crypto.randomUUID()
    report({ reference, line, error })
    return refuse(
      new Refusal('internal_error', `Something went wrong in the service; reference ${reference}`),
      line,
      report,
    )
  }
  const { code, message, attributes } = error
  const body: RefusalBody = { error: code, error_description: message }
  if (attributes) body.error_attributes = attributes
  return jsonAnswer(status ?? REFUSALS[code], JSON.stringify(body), headersOf(error))
}

/** `unprocessable_entity` is certain; after `world_unavailable` the page reads the outcome. */
const unstored = ({ message, isUndone, because }: StorageFailure): Refusal => {
  const isCertain = isUndone && because !== 'locked'
  return new Refusal(isCertain ? 'unprocessable_entity' : 'world_unavailable', message)
}

function headersOf(refusal: Refusal): Record<string, string> {
  if (refusal instanceof RefusalWithHeaders) return refusal.headers
  return refusal.code.startsWith('token_') ? { 'WWW-Authenticate': 'Bearer' } : {}
}
