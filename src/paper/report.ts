import type { Report } from './http/refusal.ts'

/** One line of JSON a failure; never headers, bodies, keys or signatures, which errors do not carry. */
export const reportToStderr: Report = ({ reference, line, error }) => {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error))
  const event = { at: new Date().toISOString(), reference, line, name, message, stack }
  process.stderr.write(`${JSON.stringify(event)}\n`)
}
