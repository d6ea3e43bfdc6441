import { importPrivateKey, importPublicKey, importSecret } from '#signing/keys.ts'
import {
  sign,
  signedBytes,
  signedText,
  verify,
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

/** Signs and verifies every vector; one line for each that comes out otherwise than OpenSSL says. */
export async function checkVectors({ keys, vectors, refused }: SigningVectors): Promise<string[]> {
  const secret = await importSecret(keys.hmacSecret)
  const publicKey = await importPublicKey(keys.rsaPublicSpkiPem)
  const signers: Record<Algorithm, SigningKey[]> = {
    hmac: [secret],
    rsa: [
      await importPrivateKey(keys.rsaPrivatePkcs8Pem),
      await importPrivateKey(keys.rsaPrivatePkcs1Pem),
    ],
  }
  const verifiers: Record<Algorithm, SigningKey> = { hmac: secret, rsa: publicKey }
  const failures: string[] = []
  const expect = (right: boolean, name: string, what: string) => {
    if (!right) failures.push(`${name}: ${what}`)
  }

  for (const { name, algorithm, path, query, body, emptyForm, signed, signature } of vectors) {
    const received = signedBytes(path, query, new TextEncoder().encode(body), emptyForm)
    expect(signedText(path, query, body, emptyForm) === signed, name, 'another text is signed')
    for (const key of signers[algorithm]) {
      expect((await sign(key, signed)) === signature, name, 'another signature')
    }
    expect(await verify(verifiers[algorithm], signature, received), name, 'refused')
  }
  for (const { name, algorithm, path, query, body, emptyForm, signature } of refused) {
    const text = signedText(path, query, body, emptyForm)
    expect(!(await verify(verifiers[algorithm], signature, text)), name, 'taken')
  }
  return failures
}
