// Runner of `npm run gallery`: pictures, lists of strings and contact sheets in one folder.
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join, relative } from 'node:path'

import { ensureBrowser } from '../browser.js'
import { writeContactSheets, writeStrings } from './contact-sheets.js'
import { HELP, readOptions } from './options.js'
import { writeReadmePictures } from './readme-pictures.js'

const ROOT = join(import.meta.dirname, '..', '..')
const words = process.argv.slice(2)
const options = readOptions(words)

if (options.help) process.stdout.write(HELP)
else process.exitCode = await run()

async function run() {
  ensureBrowser()
  // A part that is made again leaves the rest of the folder as it is.
  const isWhole = options.only.length + options.states.length === 0
  if (isWhole && !options.list) rmSync(options.out, { recursive: true, force: true })
  const { status } = spawnSync(
    join(ROOT, 'node_modules', '.bin', 'playwright'),
    ['test', '-c', 'e2e/gallery', ...(options.list ? ['--list'] : [])],
    {
      cwd: ROOT,
      stdio: 'inherit',
      env: { ...process.env, QUARTERDECK_GALLERY: JSON.stringify(words) },
    },
  )
  if (options.list) return status ?? 1
  if (options.readme) await writeReadmePictures(options.out)
  writeStrings(options.out)
  const { pictures, sheets } = await writeContactSheets(options.out)
  const folder = relative(ROOT, options.out) || '.'
  console.log(`\n${pictures} pictures, ${sheets} contact sheets: ${folder}/index.html`)
  return status ?? 1
}
