import { expect, it } from 'vitest'

import { MAX_ANSWER_BYTES, answerText } from './client.ts'

const KIB = 1024

/** A response without an end that counts the bytes read. */
function endlessResponse() {
  let read = 0
  let isCancelled = false
  const chunk = new Uint8Array(64 * KIB).fill(0x61)
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        read += chunk.byteLength
        controller.enqueue(chunk)
      },
      cancel() {
        isCancelled = true
      },
    },
    { highWaterMark: 0 },
  )
  return { response: new Response(body), read: () => read, isCancelled: () => isCancelled }
}

it('a response of the maximum size is read, with a character split between two chunks', async () => {
  const part = new TextEncoder().encode('é')
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(part.slice(0, 1))
      controller.enqueue(part.slice(1))
      controller.enqueue(new Uint8Array(MAX_ANSWER_BYTES - 2).fill(0x61))
      controller.close()
    },
  })
  const text = await answerText(new Response(body))
  expect(text.length).toBe(MAX_ANSWER_BYTES - 1)
  expect(text.startsWith('éa')).toBe(true)
})

it('an endless response is cancelled after 8 MiB with an error', async () => {
  const { response, read, isCancelled } = endlessResponse()
  await expect(answerText(response)).rejects.toThrow('The response is larger than 8 MiB.')
  expect(read()).toBeLessThanOrEqual(MAX_ANSWER_BYTES + 64 * KIB)
  expect(isCancelled()).toBe(true)
})

it('a response without a body is read as an empty text', async () => {
  expect(await answerText(new Response(null, { status: 204 }))).toBe('')
})
