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

/** The names of the files in a data directory. */
export type DataDirectory = { path: string; database: string; lock: string; running: string }

const runningService = z.object({
  pid: z.int(),
  /** The origin of links to it. */
  origin: z.optional(z.string()),
})
/** The process that serves a data directory, and where, once it does. */
export type RunningService = z.output<typeof runningService>

const OWNER_ONLY = 0o600

/** The directory, made for its owner alone when there is none. Throws `Problem` when it cannot be used. */
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

/** A directory that a service or a key has been made in; never makes one. Throws `Problem`. */
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

/** SQLite gives the files it puts beside this one the same rights. */
export function makePrivateFile(file: string): void {
  closeSync(openSync(file, 'a', OWNER_ONLY))
  chmodSync(file, OWNER_ONLY)
}

/**
 * Holds a directory for one service. The lock dies with its process, so a start after kill -9 works,
 * and it is not on the data file, which the key commands write while the service runs.
 */
export function lockDirectory(directory: DataDirectory) {
  const lock = takeLock(directory)
  if (!lock) throw heldBy(readRunning(directory))
  // Still there from the last time: that service did not end by itself.
  const endedBadly = readRunning(directory) !== undefined
  const announce = (running: RunningService): void => {
    try {
      writeFileSync(directory.running, JSON.stringify(running), { mode: OWNER_ONLY })
    } catch (error) {
      // Reading goes on over a full disk; only `pair` misses the address then.
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

/** The service that runs over this directory now. */
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
