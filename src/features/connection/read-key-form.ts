import { readEnteredKey, type StoredSecret } from '#session/stored-secret.ts'
import { fileFrom, textFrom } from '#ui/form-text.ts'

import type { KeyKind } from './key-fields.tsx'

/** Makes a key of what the form holds, bound to the base URL's origin. Throws `KeyProblem`. */
export async function readKeyForm(
  form: HTMLFormElement,
  kind: KeyKind,
  baseUrl: string,
): Promise<StoredSecret> {
  const apiKey = textFrom(form, 'apiKey')
  const token = textFrom(form, 'token')
  const entered = { apiKey, ...(token !== '' && { token }) }
  if (kind === 'hmac') {
    return readEnteredKey({ ...entered, kind, secret: textFrom(form, 'secret') }, baseUrl)
  }
  const file = fileFrom(form, 'pemFile')
  const pem = file ? await file.arrayBuffer() : textFrom(form, 'pem')
  return readEnteredKey({ ...entered, kind, pem }, baseUrl)
}
