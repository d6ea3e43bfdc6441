import { beginWorld } from './engine/open-world.ts'
import { openPaperProcess, type PaperProcess } from './paper-process.ts'
import { dataDirectoryOf } from './serve-flags.ts'
import { terminalAt } from './terminal.ts'

/** The paper that `npm run dev` serves: the usual data, as `npm start` would open it. */
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
