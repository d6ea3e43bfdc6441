import { createClient } from '#client/client.ts'
import { pairBrowser } from '#contract/system.ts'
import type { SessionStore } from '#session/session-store.ts'
import { generateKeyPair } from '#signing/keys.ts'

/**
 * Makes a key pair in this browser, registers its public half with the code, and connects. The
 * private half cannot be taken out of the browser, and no secret travels.
 */
export async function pairWithService(
  code: string,
  connections: SessionStore['connections'],
): Promise<void> {
  const baseUrl = location.origin
  const { key, publicPem } = await generateKeyPair()
  const client = createClient({ baseUrl, fetch: (...call) => fetch(...call) })
  const answer = await client.call(pairBrowser, { body: { code, public_key: publicPem } })
  if (answer.api_key === undefined) throw new Error('The service gave no API key.')
  await connections.addPaired({
    // Pairing again as the same user replaces what was there.
    label:
      answer.user === undefined || answer.user === 'trader'
        ? 'Paper service'
        : `Paper service, ${answer.user}`,
    baseUrl,
    apiKey: answer.api_key,
    key,
    token: answer.token,
  })
}
