import { fromBase64, toBase64, type Bytes } from './base64.ts'
import { KeyProblem } from './key-problem.ts'

const BEGIN = /-----BEGIN ([A-Z0-9 ]+)-----/g

/**
 * Reads the private key of a PEM text or file as PKCS#8 bytes. Converts PKCS#1, and accepts keys
 * that lost their line breaks. Throws `KeyProblem`.
 */
export function privateKeyBytes(pem: string | ArrayBuffer): Bytes {
  const blocks = blocksOf(pem)
  const block = blocks.find(({ label }) => label.endsWith('PRIVATE KEY')) ?? blocks[0]
  if (!block) {
    throw new KeyProblem(
      'No private key found. Include the lines “-----BEGIN PRIVATE KEY-----” and “-----END PRIVATE KEY-----”.',
    )
  }
  if (block.label.includes('ENCRYPTED') || block.content.includes('ENCRYPTED')) {
    throw new KeyProblem(
      'This private key is encrypted with a passphrase. Decrypt it first: openssl pkcs8 -topk8 -nocrypt -in key.pem -out plain.pem',
    )
  }
  switch (block.label) {
    case 'PRIVATE KEY':
      return derOf(block.content)
    case 'RSA PRIVATE KEY':
      return asPkcs8(derOf(block.content))
    case 'OPENSSH PRIVATE KEY':
      throw new KeyProblem(
        'This is an OpenSSH private key. Convert a copy of it to PEM: ssh-keygen -p -m PEM -f copy-of-the-key',
      )
    case 'PUBLIC KEY':
    case 'RSA PUBLIC KEY':
      throw new KeyProblem('This is a public key. Signing needs the private key.')
    default:
      throw new KeyProblem('This is not an RSA private key.')
  }
}

/** Reads the public key of a PEM text or file as SPKI bytes. Throws `KeyProblem`. */
export function publicKeyBytes(pem: string | ArrayBuffer): Bytes {
  const block = blocksOf(pem).find(({ label }) => label === 'PUBLIC KEY')
  if (block) return derOf(block.content)
  throw new KeyProblem(
    'No public key found. Include the lines “-----BEGIN PUBLIC KEY-----” and “-----END PUBLIC KEY-----”.',
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
  // Keys copied from JSON or an environment variable contain line breaks as the text "\n".
  const bytes = fromBase64(content.replace(/\\r|\\n|\s/g, ''))
  if (bytes && bytes.length > 0) return bytes
  throw new KeyProblem('This key is damaged or incomplete. Copy all of it, from BEGIN to END.')
}

/** Adds the PKCS#8 header (version 0, rsaEncryption): WebCrypto does not import PKCS#1. */
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
