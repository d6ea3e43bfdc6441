import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import * as z from 'zod/mini'

import { Problem } from '../../problem.ts'
import { lockFile } from './database.ts'

export type DataDirectory = { path: string; database: string; lock: string; running: string }

const runningService = z.object({
  pid: z.int(),
  /** Origin of links. */
  origin: z.optional(z.string()),
})
/** The process that serves a data directory, and its address once it serves. */
export type RunningService = z.output<typeof runningService>

const OWNER_ONLY = 0o600

/** Opens the directory, or makes a private one. Throws `Problem`. */
export function openDataDirectory(path: string): DataDirectory {
  const files = filesIn(path)
  try {
    mkdirSync(files.path, { recursive: true, mode: 0o700 })
    makePrivateFile(files.database)
  } catch (error) {
    throw new Problem(
      `The data directory ${files.path} cannot be written; choose another with --data DIR.`,
      { cause: error },
    )
  }
  return files
}

/** An existing data directory; never makes one. Throws `Problem`. */
export function existingDataDirectory(path: string): DataDirectory {
  const files = filesIn(path)
  if (existsSync(files.database)) return openDataDirectory(path)
  throw new Problem(
    `There is no data of Quarterdeck in ${files.path}; name the directory with --data DIR.`,
  )
}

function filesIn(path: string): DataDirectory {
  const directory = resolve(path)
  return {
    path: directory,
    database: join(directory, 'quarterdeck.db'),
    lock: join(directory, 'service.lock'),
    running: join(directory, 'service.json'),
  }
}

/** SQLite copies these rights to the files beside it. */
export function makePrivateFile(file: string): void {
  closeSync(openSync(file, 'a', OWNER_ONLY))
  chmodSync(file, OWNER_ONLY)
}

/** Locks a directory for one service. The lock dies with its process and leaves the file free. */
export function lockDirectory(directory: DataDirectory) {
  const lock = takeLock(directory)
  if (!lock) throw heldBy(readRunning(directory))
  // Left over: that service did not end normally.
  const endedBadly = readRunning(directory) !== undefined
  const announce = (running: RunningService): void => {
    try {
      writeFileSync(directory.running, JSON.stringify(running), { mode: OWNER_ONLY })
    } catch (error) {
      // Reads continue on a full disk; only `pair` lacks the address.
      if (!isFullDisk(error)) throw error
    }
  }
  announce({ pid: process.pid })
  return {
    endedBadly,
    servesAt: (origin: string): void => announce({ pid: process.pid, origin }),
    release(): void {
      rmSync(directory.running, { force: true })
      lock.close()
    },
  }
}

export function runningServiceOf(directory: DataDirectory): RunningService | undefined {
  const lock = takeLock(directory)
  lock?.close()
  return lock ? undefined : readRunning(directory)
}

const isFullDisk = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOSPC'

function takeLock({ lock }: DataDirectory): ReturnType<typeof lockFile> {
  try {
    return lockFile(lock)
  } catch (error) {
    // Such as a Node without SQLite.
    if (error instanceof Problem) throw error
    throw new Problem(`The lock file ${lock} cannot be used; move it away and start again.`, {
      cause: error,
    })
  }
}

function readRunning(directory: DataDirectory): RunningService | undefined {
  try {
    return runningService.parse(JSON.parse(readFileSync(directory.running, 'utf8')))
  } catch {
    return undefined
  }
}

function heldBy(running: RunningService | undefined): Problem {
  const process = running ? `process ${running.pid}` : 'another process'
  return new Problem(
    `The data directory is in use by ${process}; end that one first, or choose another with --data DIR.`,
  )
}
