import type { Remedies } from './unusable-world.ts'

/** Words before a command of the service; set by the package, the image and the systemd unit. */
const VARIABLE = 'QUARTERDECK_COMMAND'

/** A command as the person at this terminal types it; without words it starts the service. */
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
