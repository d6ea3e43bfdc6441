import { build, type Rolldown } from 'vite'

/** A module and what it imports as one script that leaves a global behind. */
export async function bundled(entry: string, name: string): Promise<string> {
  const output = (await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, lib: { entry, name, formats: ['iife'] } },
  })) as Rolldown.RolldownOutput[]
  const [chunk] = output[0]?.output ?? []
  if (!chunk) throw new Error('The build gave no script')
  return chunk.code
}
