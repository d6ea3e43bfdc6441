import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Below this, compression saves less than a packet. */
const WORTH_IT = 1_024
/** Better ones take longer than they save on any network. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

const ENCODINGS = [
  ['br', (text: string) => promisify(brotliCompress)(text, BROTLI)],
  ['gzip', (text: string) => promisify(gzip)(text)],
] as const

export type Compressed = {
  encoding: 'br' | 'gzip' | undefined
  body: string | Uint8Array<ArrayBuffer>
}

/** The text in the best encoding that the other side takes; as it is when that is not worth it. */
export async function compressed(text: string, accepted = ''): Promise<Compressed> {
  const words = accepted.split(',').map((word) => word.trim().toLowerCase())
  // With a weight, `br;q=0` among them, it is no plain wish for it.
  const found = ENCODINGS.find(([encoding]) => words.includes(encoding))
  if (!found || text.length < WORTH_IT) return { encoding: undefined, body: text }
  const [encoding, compress] = found
  return { encoding, body: new Uint8Array(await compress(text)) }
}
