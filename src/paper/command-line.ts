import type { Remedies } from './unusable-world.ts'

/** Set by the package, the image and the systemd unit: the words before a command of the service. */
const VARIABLE = 'QUARTERDECK_COMMAND'

/**
 * A command as the person at this terminal types it, by the way the service was started. Without
 * words it starts the service.
 */
export function commandLine(words = ''): string {
  const command = process.env[VARIABLE] ?? ''
  if (command !== '') return `${command} ${words}`.trim()
  if (words === '') return 'npm start'
  return words.startsWith('-') ? `npm start -- ${words}` : `npm run -s paper -- ${words}`
}

export const nodeRemedies = (): Remedies => ({
  restore: `put a backup back with ${commandLine('restore FILE')}`,
  update: 'update Quarterdeck',
})
