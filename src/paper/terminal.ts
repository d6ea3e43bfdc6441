import { renderUnicodeCompact } from 'uqr'

import { textOr } from '#money/format.ts'
import type { Report } from './http/refusal.ts'

type Stream = { isTTY?: boolean; write(text: string): unknown }

export const LOG_FORMATS = ['lines', 'json'] as const
/** Sentences for a person, or one JSON object per line for log collectors. */
export type LogFormat = (typeof LOG_FORMATS)[number]

const CLEAR_LINE = '\r\u001B[2K'
/** Modules around a QR code; cameras need them to find it (ISO/IEC 18004, 6.3.8). */
const QUIET_ZONE = 4

/** Limits progress in a log to a line per 10 %. */
const inTens = (line: string): string => line.replace(/\d(?= %)/, '')

/** Writes sentences, one changing line and failures, never headers, bodies, keys or signatures. */
export function terminalAt(stream: Stream, format: LogFormat = 'lines', now = () => new Date()) {
  const isJson = format === 'json'
  const inPlace = stream.isTTY === true && !isJson
  let shown: string | undefined

  function put(event: { level: 'info' | 'error'; message: string }, lines: string): void {
    if (inPlace && shown !== undefined) stream.write(CLEAR_LINE)
    shown = undefined
    stream.write(`${isJson ? JSON.stringify({ at: now().toISOString(), ...event }) : lines}\n`)
  }
  const say = (message: string): void => put({ level: 'info', message }, message)

  const report: Report = ({ reference, line, error }) => {
    const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error))
    const event = { level: 'error' as const, reference, line, name, message, stack }
    put(
      event,
      `${now().toISOString()} error in ${line}, reference ${reference}: ${textOr(stack, message)}`,
    )
  }

  return {
    say,
    show(line: string | undefined): void {
      if (line === shown) return
      if (inPlace) {
        if (shown !== undefined) stream.write(CLEAR_LINE)
        if (line !== undefined) stream.write(line)
      } else if (line !== undefined && inTens(line) !== inTens(shown ?? '')) {
        say(line)
      }
      shown = line
    },
    /** Prints a link as QR code on a terminal. */
    showCode(link: string): void {
      if (inPlace) say(renderUnicodeCompact(link, { ecc: 'M', border: QUIET_ZONE }))
    },
    report,
  }
}
