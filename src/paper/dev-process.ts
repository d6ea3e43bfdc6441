import { beginWorld } from './engine/open-world.ts'
import { openPaperProcess, type PaperProcess } from './paper-process.ts'
import { dataDirectoryOf } from './serve-flags.ts'
import { terminalAt } from './terminal.ts'

/** Opens the service of `npm run dev`, with the same world as `npm start`. */
export async function openDevProcess(root: string): Promise<PaperProcess> {
  const paper = await openPaperProcess(
    {
      data: dataDirectoryOf(undefined, root),
      seed: undefined,
      world: undefined,
      strict: false,
      allowedOrigins: new Set(),
      rateLimit: 'off',
    },
    {
      openWorld: beginWorld,
      now: Date.now,
      steady: () => performance.now(),
      ...terminalAt(process.stderr),
    },
  )
  await paper.openWorlds()
  return paper
}
