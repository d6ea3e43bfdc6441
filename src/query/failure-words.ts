import { type ApiError, cutWords, type Failure } from '#client/api-error.ts'
import { refusalWords as wordsOfRefusal } from '#contract/sentences.ts'

type Refused = Extract<Failure, { kind: 'refused' }>

/** The status that the service sent. */
export const answeredStatus = ({ answered, status }: Refused): number => answered ?? status

/** `403: “No.” Our explanation.` */
export const refusalWords = (failure: Refused): string =>
  wordsOfRefusal({
    answered: answeredStatus(failure),
    description: cutWords(failure.description),
    explanation: failure.explanation,
  })

/** What went wrong, in the service's own words if it has said any. */
export const failureWords = ({ failure, message }: ApiError): string =>
  failure.kind === 'refused' ? `The service answered ${refusalWords(failure)}` : message

/** What is said in place of what a failed read should have brought. */
export const failureOf = (error: ApiError) => {
  const { failure, message } = error
  return {
    because: failureWords(error),
    ...(failure.kind === 'refused'
      ? {
          status: answeredStatus(failure),
          details: refusalWords(failure),
        }
      : { status: undefined, details: message }),
  }
}
