import { threeCommas } from '#dialects/three-commas/three-commas.ts'
import { importPrivateKey, importSecret } from '#signing/keys.ts'
import {
  sign,
  signedText,
  type Algorithm,
  type EmptyForm,
  type SigningKey,
} from '#signing/signature.ts'

type Vector = {
  name: string
  algorithm: Algorithm
  path: string
  query: string
  body: string
  signed: string
  signature: string
}
type FormedVector = Vector & { emptyForm: EmptyForm }

/** The file `signing-vectors.json`, made with OpenSSL. */
export type SigningVectors = {
  keys: {
    hmacSecret: string
    rsaPrivatePkcs8Pem: string
    rsaPrivatePkcs1Pem: string
    rsaPublicSpkiPem: string
  }
  vectors: FormedVector[]
  refused: FormedVector[]
}

/** The file of the same name that holds the examples of the documents of 3Commas. */
export type ThreeCommasVectors = {
  keys: { hmacSecret: string; rsaPrivatePkcs1Pem: string }
  /** The form of a body where it is not the one that is sent first. */
  vectors: (Vector & { bodyForm?: EmptyForm })[]
}

type Signers = Record<Algorithm, SigningKey[]>

/** Signs every vector; one line for each that comes out otherwise than OpenSSL says. */
export async function checkVectors({ keys, vectors }: SigningVectors): Promise<string[]> {
  const signers: Signers = {
    hmac: [await importSecret(keys.hmacSecret)],
    rsa: [
      await importPrivateKey(keys.rsaPrivatePkcs8Pem),
      await importPrivateKey(keys.rsaPrivatePkcs1Pem),
    ],
  }
  return failuresOf(signers, vectors, ({ path, query, body, emptyForm }) =>
    signedText(path, query, body, emptyForm),
  )
}

/** Signs every example of 3Commas; returns a line for each that differs from the printed signature. */
export async function checkThreeCommasVectors({
  keys,
  vectors,
}: ThreeCommasVectors): Promise<string[]> {
  const signers: Signers = {
    hmac: [await importSecret(keys.hmacSecret)],
    rsa: [await importPrivateKey(keys.rsaPrivatePkcs1Pem)],
  }
  return failuresOf(signers, vectors, ({ algorithm, bodyForm, ...sent }) =>
    threeCommas.signedText(sent, { mode: 'paper', algorithm, bodyForm, accounts: [] }),
  )
}

async function failuresOf<V extends Vector>(
  signers: Signers,
  vectors: readonly V[],
  textOf: (vector: V) => string,
): Promise<string[]> {
  const failures: string[] = []
  for (const vector of vectors) {
    const { name, algorithm, signed, signature } = vector
    if (textOf(vector) !== signed) failures.push(`${name}: another text is signed`)
    for (const key of signers[algorithm]) {
      if ((await sign(key, signed)) !== signature) failures.push(`${name}: another signature`)
    }
  }
  return failures
}
