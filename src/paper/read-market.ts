import { readFileSync } from 'node:fs'

import { readReplay } from './engine/market/replay-rows.ts'
import type { WorldOrigin } from './engine/open-world.ts'
import { quoted } from './flags.ts'
import { Problem } from './problem.ts'

export type MarketWish = WorldOrigin['market']

const REPLAY = 'replay:'

/** The prices of `--market replay:FILE.csv`. Throws `Problem` that names the line that is wrong. */
export function readMarket(text: string): MarketWish {
  const file = text.startsWith(REPLAY) ? text.slice(REPLAY.length) : ''
  if (file === '') throw new Problem(`--market takes replay:FILE.csv, not ${quoted(text)}.`)
  const read = readReplay(textOf(file))
  if ('rows' in read) return { kind: 'replay', rows: read.rows }
  throw new Problem(`${file} cannot be played. ${read.fault}`)
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new Problem(`The file ${file} cannot be read; --market takes replay:FILE.csv.`)
  }
}
