import { type ClientParts, createClient } from '#client/client.ts'
import { importSecret } from '#signing/keys.ts'

/** A client with a key of no importance, over a wire of the test's own. */
export async function aClient(fetch: ClientParts['fetch']) {
  const key = await importSecret('secret')
  const credentials = { apiKey: 'key', key, emptyForm: 'path?' as const }
  return createClient({ baseUrl: 'https://service.test', credentials, fetch })
}
