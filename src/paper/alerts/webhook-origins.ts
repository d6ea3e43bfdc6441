import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { readOrigin } from '../flags.ts'
import { UsageProblem } from '../problem.ts'
import { Refusal } from '../refusal.ts'

const MAX_ADDED = 20
const OWNER_ONLY = 0o600

export type WebhookOrigins = ReturnType<typeof webhookOrigins>

/**
 * Origins that webhooks may call: those of the command line, and those added since, in a file of
 * the data directory that no backup holds.
 */
export function webhookOrigins(directory: string, fixed: readonly string[]) {
  const file = join(directory, 'webhook-origins')
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  let added = lines.filter(isSecureOrigin)

  function store(next: string[]): void {
    writeFileSync(`${file}.new`, next.map((one) => `${one}\n`).join(''), {
      mode: OWNER_ONLY,
      flush: true,
    })
    renameSync(`${file}.new`, file)
    added = next
  }

  return {
    all: (): string[] => [...new Set([...fixed, ...added])],
    added: (): string[] => [...added],
    /** Allows an https origin, or no longer. Throws `Refusal`. */
    change(origin: string, isAllowed: boolean): void {
      const others = added.filter((one) => one !== origin)
      if (!isAllowed) return store(others)
      if (!isSecureOrigin(origin)) throw refused('Enter an https origin such as https://ntfy.sh.')
      if (others.length >= MAX_ADDED) {
        throw refused(`There are ${MAX_ADDED} added origins already; remove one.`)
      }
      store([...others, origin])
    },
  }
}

function isSecureOrigin(text: string): boolean {
  try {
    return text.startsWith('https:') && readOrigin('', text) === text
  } catch (error) {
    if (error instanceof UsageProblem) return false
    throw error
  }
}

const refused = (rule: string): Refusal => new Refusal('record_invalid', rule, { origin: [rule] })
