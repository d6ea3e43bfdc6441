import { beginWorld } from './engine/open-world.ts'
import { type House, openHouse } from './open-house.ts'
import { reportToStderr } from './report.ts'
import { dataDirectoryOf } from './serve-flags.ts'
import { terminalAt } from './terminal.ts'

/** The house that `npm run dev` serves: the usual data, as `npm start` would open it. */
export async function openDevHouse(root: string): Promise<House> {
  const house = await openHouse(
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
      report: reportToStderr,
      ...terminalAt(process.stderr),
    },
  )
  await house.openWorlds()
  return house
}
