import { type ApiError, cutWords, type Failure } from '#client/api-error.ts'
import { refusalWords as wordsOfRefusal } from '#contract/sentences.ts'

type Refused = Extract<Failure, { kind: 'refused' }>

const sentStatus = ({ answered, status }: Refused): number => answered ?? status

/** `403: “No.” Our explanation.` */
export const refusalWords = (failure: Refused): string =>
  wordsOfRefusal({
    answered: sentStatus(failure),
    description: cutWords(failure.description),
    explanation: failure.explanation,
  })

/** Sentence about a failure, with the text of the service if it sent one. */
export const failureWords = ({ failure, message }: ApiError): string =>
  failure.kind === 'refused' ? `The service answered ${refusalWords(failure)}` : message

/** Texts to show in place of data that could not be read. */
export const failureOf = (error: ApiError) => {
  const { failure, message } = error
  const isRefusal = failure.kind === 'refused'
  return {
    because: failureWords(error),
    status: isRefusal ? sentStatus(failure) : undefined,
    details: isRefusal ? refusalWords(failure) : message,
  }
}
