// Writes `dist/package`, which `quarterdeck` runs from: the built pages and the service as one file, with
// a manifest without dependencies, but for SQLite on Node 20. Plain JavaScript, as everything that runs before a build.
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const folder = join(root, 'dist/package')
const { version, description, keywords, license, engines, optionalDependencies } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
)

const BIN = 'quarterdeck.js'

rmSync(folder, { recursive: true, force: true })
mkdirSync(join(folder, 'dist'), { recursive: true })
for (const part of ['client', 'paper']) {
  cpSync(join(root, 'dist', part), join(folder, 'dist', part), { recursive: true })
}
cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
cpSync(join(root, '.github/package-readme.md'), join(folder, 'README.md'))

const manifest = {
  name: 'quarterdeck',
  version,
  description,
  keywords,
  license,
  type: 'module',
  engines,
  bin: { quarterdeck: BIN },
  optionalDependencies,
}
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
writeFileSync(
  join(folder, BIN),
  `#!/usr/bin/env node
import { homedir } from 'node:os'
import { join } from 'node:path'

// The folder of a package is replaced with the next version; data stays with its owner.
process.env.QUARTERDECK_COMMAND ||= 'quarterdeck'
process.env.QUARTERDECK_DATA ||= join(homedir(), '.quarterdeck')
const { main } = await import('./dist/paper/main.js')
await main(process.argv.slice(2), import.meta.dirname)
`,
)
chmodSync(join(folder, BIN), 0o755)
