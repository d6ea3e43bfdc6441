import { gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

import type { Instant } from '#contract/primitives.ts'

import { USUAL } from '../running-paper.ts'
import { demoWorldFile } from './world-file.ts'

const DAY = 86_400_000

/** The name of the world that a site is built with, beside its page. */
export const SNAPSHOT = 'world.json.gz'

/**
 * Builds the world that a first visit begins with, as the engine makes it: as of the midnight (UTC) before
 * the build, so that all builds of a day have the same to the byte, or before `SOURCE_DATE_EPOCH`. A page
 * catches up from there.
 */
export function worldSnapshot(): Plugin {
  return {
    name: 'quarterdeck-world-snapshot',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: SNAPSHOT, source: snapshotOf(builtAt()) })
    },
  }
}

function builtAt(): Instant {
  const epoch = process.env['SOURCE_DATE_EPOCH']
  const at = epoch === undefined ? Date.now() : Number(epoch) * 1_000
  return Math.floor(at / DAY) * DAY
}

export const snapshotOf = (madeAt: Instant, seed: number = USUAL.seed): Uint8Array =>
  gzipSync(JSON.stringify(demoWorldFile(madeAt, seed)), { level: 9 })
