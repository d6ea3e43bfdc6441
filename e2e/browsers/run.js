// Runner of `npm run prove -- browsers`: the main journey in the other installed browsers.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

import { runnerImport } from 'vite'

const ROOT = join(import.meta.dirname, '..', '..')
const PICTURES = join(ROOT, 'test-results', 'browsers')

/** Gives how many steps passed and failed; a browser that is missing counts as neither. */
export async function proveBrowsers() {
  const load = async (file) =>
    (await runnerImport(join(import.meta.dirname, file), { configFile: false, root: ROOT })).module
  // The product builds itself when it is not built yet.
  spawnSync(process.execPath, [join(ROOT, 'src', 'paper', 'start.js'), '--help'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const { default: prepareWorld } = await load('../prepare-world.ts')
  await prepareWorld()
  const { LAUNCHERS, travel } = await load('journey.ts')

  const counts = { passed: 0, failed: 0 }
  for (const launcher of LAUNCHERS) {
    const missing = launcher.missing()
    console.log(`\n${missing ?? launcher.name}`)
    if (missing) continue
    await travel(launcher, join(PICTURES, launcher.name.toLowerCase()), ({ title, fault }) => {
      counts[fault === undefined ? 'passed' : 'failed'] += 1
      console.log(fault === undefined ? `  ✓ ${title}` : `  ✗ ${title}\n    ${fault}`)
    })
  }
  return counts
}
