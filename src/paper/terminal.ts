import type { Report } from './http/refusal.ts'

type Stream = { isTTY?: boolean; write(text: string): unknown }

const CLEAR_LINE = '\r\u001B[2K'

/** Sentences, each on a line, and below them a line that changes: on a terminal in its place. */
export function terminalAt(stream: Stream) {
  let shown: string | undefined
  function clear(): void {
    if (stream.isTTY && shown !== undefined) stream.write(CLEAR_LINE)
    shown = undefined
  }
  return {
    say(sentence: string): void {
      clear()
      stream.write(`${sentence}\n`)
    },
    show(line: string | undefined): void {
      if (line === shown) return
      clear()
      shown = line
      if (line !== undefined) stream.write(stream.isTTY ? line : `${line}\n`)
    },
  }
}

/** One line of JSON a failure; never headers, bodies, keys or signatures, which errors do not carry. */
export const reportToStderr: Report = ({ reference, line, error }) => {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error))
  const event = { at: new Date().toISOString(), reference, line, name, message, stack }
  process.stderr.write(`${JSON.stringify(event)}\n`)
}
