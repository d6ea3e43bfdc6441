import { readFileSync, unwatchFile, watchFile } from 'node:fs'
import { createSecureContext, type Server } from 'node:tls'

import type { Pem } from './reach.ts'

const CHECK_MS = 10_000

/** Serves a renewed certificate to new connections, without a restart. */
export function reloadCertificate(
  server: Pick<Server, 'setSecureContext' | 'on'>,
  files: Pem,
  say: (sentence: string) => void,
  interval = CHECK_MS,
): void {
  function reload(): void {
    try {
      const pem = { cert: readFileSync(files.cert), key: readFileSync(files.key) }
      // Throws for a half-written pair; the old one stays.
      createSecureContext(pem)
      server.setSecureContext(pem)
      say(`The certificate ${files.cert} was loaded again.`)
    } catch (error) {
      say(
        `The certificate ${files.cert} cannot be loaded again (${messageOf(error)}). The old one is still in use.`,
      )
    }
  }
  const watched = [files.cert, files.key]
  for (const file of watched) watchFile(file, { interval, persistent: false }, reload)
  server.on('close', () => watched.forEach((file) => unwatchFile(file, reload)))
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
