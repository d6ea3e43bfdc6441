import { openWorld } from './engine/open-world.ts'
import { type House, openHouse } from './open-house.ts'
import { reportToStderr } from './report.ts'
import { dataDirectoryOf } from './serve-flags.ts'

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
      openWorld,
      now: Date.now,
      steady: () => performance.now(),
      report: reportToStderr,
      say: (sentence) => process.stderr.write(`${sentence}\n`),
    },
  )
  await house.openWorlds()
  return house
}
