import type { Pause } from './scheduler.ts'

/** Why nothing goes out and for how long, with what the service itself said and nothing that it did not. */
export function pauseWords({ status, seconds, isNamed, words }: Pause): string {
  if (isNamed) return `The service asked for a pause: ${seconds} s left.`
  const said = words === undefined ? '' : ` It said: “${words}”`
  return `The service refused with ${status} and named no time; nothing is sent for ${seconds} s.${said}`
}
