import { fromBase64, toBase64, type Bytes } from './base64.ts'
import { KeyProblem } from './key-problem.ts'

const BEGIN = /-----BEGIN ([A-Z0-9 ]+)-----/g

/**
 * The PKCS#8 bytes of the private key in a PEM text or file. Reads PKCS#1 as well, and a key whose
 * line breaks were lost in a one-line field. Throws `KeyProblem`.
 */
export function privateKeyBytes(pem: string | ArrayBuffer): Bytes {
  const blocks = blocksOf(pem)
  const block = blocks.find(({ label }) => label.endsWith('PRIVATE KEY')) ?? blocks[0]
  if (!block) {
    throw new KeyProblem(
      'No private key found. It begins with “-----BEGIN PRIVATE KEY-----” and ends with “-----END PRIVATE KEY-----”.',
    )
  }
  if (block.label.includes('ENCRYPTED') || block.content.includes('ENCRYPTED')) {
    throw new KeyProblem(
      'This private key is encrypted with a passphrase of its own. Decrypt it first: openssl pkcs8 -topk8 -nocrypt -in key.pem -out plain.pem',
    )
  }
  switch (block.label) {
    case 'PRIVATE KEY':
      return derOf(block.content)
    case 'RSA PRIVATE KEY':
      return asPkcs8(derOf(block.content))
    case 'OPENSSH PRIVATE KEY':
      throw new KeyProblem(
        'This is a private key of OpenSSH. Rewrite a copy of it as PEM: ssh-keygen -p -m PEM -f copy-of-the-key',
      )
    case 'PUBLIC KEY':
    case 'RSA PUBLIC KEY':
      throw new KeyProblem('This is the public half of a key; signing needs the private half.')
    default:
      throw new KeyProblem('This is not an RSA private key.')
  }
}

/** The SPKI bytes of the public key in a PEM text. Throws `KeyProblem`. */
export function publicKeyBytes(pem: string | ArrayBuffer): Bytes {
  const block = blocksOf(pem).find(({ label }) => label === 'PUBLIC KEY')
  if (block) return derOf(block.content)
  throw new KeyProblem(
    'No public key found: it begins with “-----BEGIN PUBLIC KEY-----” and ends with “-----END PUBLIC KEY-----”.',
  )
}

export function toPem(label: 'PUBLIC KEY', der: Uint8Array): string {
  const lines = toBase64(der).match(/.{1,64}/g) ?? []
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n')
}

function blocksOf(pem: string | ArrayBuffer): { label: string; content: string }[] {
  const text = typeof pem === 'string' ? pem : new TextDecoder().decode(pem)
  const blocks: { label: string; content: string }[] = []
  for (const { 0: begin, 1: label = '', index } of text.matchAll(BEGIN)) {
    const start = index + begin.length
    const end = text.indexOf(`-----END ${label}-----`, start)
    if (end === -1) break
    blocks.push({ label, content: text.slice(start, end) })
  }
  return blocks
}

function derOf(content: string): Bytes {
  // A key copied out of a JSON file or an environment variable has its line breaks spelled out.
  const bytes = fromBase64(content.replace(/\\r|\\n|\s/g, ''))
  if (bytes && bytes.length > 0) return bytes
  throw new KeyProblem('This key is damaged or incomplete: copy all of it, from BEGIN to END.')
}

/** WebCrypto imports PKCS#8 only, which is PKCS#1 behind a header: version 0, rsaEncryption. */
function asPkcs8(pkcs1: Bytes): Bytes {
  const header = [
    0x02, 0x01, 0x00, 0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01,
    0x05, 0x00,
  ]
  const key = [0x04, ...derLength(pkcs1.length)]
  const length = derLength(header.length + key.length + pkcs1.length)
  return new Uint8Array([0x30, ...length, ...header, ...key, ...pkcs1])
}

function derLength(length: number): number[] {
  if (length < 0x80) return [length]
  const bytes: number[] = []
  for (let rest = length; rest > 0; rest >>>= 8) bytes.unshift(rest & 0xff)
  return [0x80 | bytes.length, ...bytes]
}
