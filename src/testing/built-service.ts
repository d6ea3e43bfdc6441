import { type ChildProcess, spawn } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

import { build } from 'vite'

const ROOT = join(import.meta.dirname, '..', '..')
const RESULTS = join(ROOT, 'test-results')

export type Finished = { code: number | null; stdout: string; stderr: string }
export type Running = {
  port: number
  /** The ready line. */
  link: string
  process: ChildProcess
  /** Sends a signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<Finished>
}
export type BuiltService = Awaited<ReturnType<typeof buildService>>

/** The service as its users run it, bundled once, in processes of its own. */
export async function buildService() {
  mkdirSync(RESULTS, { recursive: true })
  // Inside the repository, where its packages are found.
  const folder = mkdtempSync(join(RESULTS, 'service-'))
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    build: { ssr: 'src/paper/main.ts', outDir: folder, minify: false, copyPublicDir: false },
  })
  copyFileSync(join(ROOT, 'package.json'), join(folder, 'package.json'))
  // The dashboard is no part of this.
  mkdirSync(join(folder, 'dist', 'client'), { recursive: true })
  const script = `
    const { main } = await import(${JSON.stringify(join(folder, 'main.js'))})
    await main(process.argv.slice(1), ${JSON.stringify(folder)})`
  const words = ['--input-type=module', '-e', script, '--']

  function launch(args: string[], prefix: string[]) {
    const [program, ...before] = [...prefix, process.execPath]
    const child = spawn(program, [...before, ...words, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const said = { stdout: '', stderr: '' }
    child.stdout.on('data', (chunk: Buffer) => (said.stdout += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (said.stderr += chunk.toString()))
    const finished = new Promise<Finished>((resolve) => {
      child.once('close', (code) => resolve({ code, ...said }))
    })
    return { child, said, finished }
  }

  return {
    /** Runs it to its end: a command, or a start that is refused. */
    run: (...args: string[]): Promise<Finished> => launch(args, []).finished,
    /** Starts it and waits for its ready line. `prefix` is a program to run it under. */
    start(data: string, args: string[] = [], prefix: string[] = []): Promise<Running> {
      const all = ['--data', data, '--port', '0', '--world', 'empty', ...args]
      const { child, said, finished } = launch(all, prefix)
      return new Promise((resolve, reject) => {
        child.stdout.on('data', () => {
          const [, link = '', port] =
            /^Open (http:\/\/127\.0\.0\.1:(\d+)\/\S+) to pair this browser\n/.exec(said.stdout) ??
            []
          if (port === undefined) return
          const end = (signal: NodeJS.Signals): Promise<Finished> => {
            child.kill(signal)
            return finished
          }
          resolve({ port: Number(port), link, process: child, end })
        })
        void finished.then(({ code, stderr }) => reject(new Error(`Ended with ${code}: ${stderr}`)))
      })
    },
    remove: (): void => rmSync(folder, { recursive: true, force: true }),
  }
}

/** A port that somebody else holds until `close`. */
export function takenPort(): Promise<{ port: number; close: () => void }> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address ? address.port : 0
      resolve({ port, close: () => server.close() })
    })
  })
}
