/** An answer larger than this comes from something that is not the service, or would block the page. */
export const ANSWER_BYTES = 8 * 1024 * 1024

/** The answer went on beyond `ANSWER_BYTES`. */
export class TooLarge extends Error {}

/**
 * The body of an answer as text (UTF-8). Stops reading as soon as it is larger than `ANSWER_BYTES`
 * and throws `TooLarge`; throws what `fetch` throws when the connection breaks meanwhile.
 */
export async function answerText({ body }: Response): Promise<string> {
  if (!body) return ''
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    bytes += value.byteLength
    if (bytes > ANSWER_BYTES) {
      void reader.cancel().catch(() => undefined)
      throw new TooLarge('The answer is larger than 8 MiB.')
    }
    text += decoder.decode(value, { stream: true })
  }
}
