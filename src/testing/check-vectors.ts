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
  emptyForm: EmptyForm
  signed: string
  signature: string
}

/** The file `signing-vectors.json`, made with OpenSSL. */
export type SigningVectors = {
  keys: {
    hmacSecret: string
    rsaPrivatePkcs8Pem: string
    rsaPrivatePkcs1Pem: string
    rsaPublicSpkiPem: string
  }
  vectors: Vector[]
  refused: Vector[]
}

/** Signs every vector; one line for each that comes out otherwise than OpenSSL says. */
export async function checkVectors({ keys, vectors }: SigningVectors): Promise<string[]> {
  const signers: Record<Algorithm, SigningKey[]> = {
    hmac: [await importSecret(keys.hmacSecret)],
    rsa: [
      await importPrivateKey(keys.rsaPrivatePkcs8Pem),
      await importPrivateKey(keys.rsaPrivatePkcs1Pem),
    ],
  }
  const failures: string[] = []
  const expect = (right: boolean, name: string, what: string) => {
    if (!right) failures.push(`${name}: ${what}`)
  }

  for (const { name, algorithm, path, query, body, emptyForm, signed, signature } of vectors) {
    expect(signedText(path, query, body, emptyForm) === signed, name, 'another text is signed')
    for (const key of signers[algorithm]) {
      expect((await sign(key, signed)) === signature, name, 'another signature')
    }
  }
  return failures
}
