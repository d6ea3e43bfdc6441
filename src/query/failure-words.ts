import type { ApiError } from '#client/api-error.ts'

/** What went wrong with a read, in the service's own words where it has said any. */
export function failureWords({ failure, message }: ApiError): string {
  if (failure.kind !== 'refused') return message
  return `The service answered ${failure.status}: “${message}”`
}

/** What is said in place of what a failed read should have brought. */
export const failureOf = (error: ApiError) => {
  const { failure, message } = error
  return {
    because: failureWords(error),
    ...(failure.kind === 'refused'
      ? {
          status: failure.status,
          details: `${failure.status} ${failure.code}: ${failure.description}`,
        }
      : { status: undefined, details: message }),
  }
}
