import { pair } from '#paper/pair-command.ts'

import { openPaperService, type PaperService } from './paper-service.ts'

export type SharedServices = ReturnType<typeof sharedServices>

/** One service for each choice of flags, for all tests of a worker that only read. */
export function sharedServices() {
  const open = new Map<string, PaperService>()
  return {
    /** The service, with a pairing code that was not used yet. */
    async with(flags: string[]): Promise<PaperService> {
      const key = flags.join(' ')
      const found = open.get(key)
      const service = found ?? (await openPaperService(flags))
      open.set(key, service)
      // As `npm run pair` makes it, without a process for each test.
      const link = found ? (await pair(['--data', found.data], '')).trim() : service.link
      return { ...service, link, kill: keep, start: keep, remove: keep }
    },
    async remove(): Promise<void> {
      for (const service of open.values()) await service.remove()
    },
  }
}

const keep = (): Promise<never> =>
  Promise.reject(new Error('Other tests read from this service: tag this one @writes.'))
