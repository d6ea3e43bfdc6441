import { expect, it } from 'vitest'

import { ANSWER_BYTES, answerText } from './client.ts'

const KIB = 1024

/** An answer that never ends by itself; counts what was read of it. */
function endless() {
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

it('reads an answer of the largest size, letters of several bytes across its parts among it', async () => {
  const part = new TextEncoder().encode('é')
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(part.slice(0, 1))
      controller.enqueue(part.slice(1))
      controller.enqueue(new Uint8Array(ANSWER_BYTES - 2).fill(0x61))
      controller.close()
    },
  })
  const text = await answerText(new Response(body))
  expect(text.length).toBe(ANSWER_BYTES - 1)
  expect(text.startsWith('éa')).toBe(true)
})

it('stops reading an answer without an end, and says how large it was', async () => {
  const { response, read, isCancelled } = endless()
  await expect(answerText(response)).rejects.toThrow('The answer is larger than 8 MiB.')
  expect(read()).toBeLessThanOrEqual(ANSWER_BYTES + 64 * KIB)
  expect(isCancelled()).toBe(true)
})

it('reads an answer without a body as nothing', async () => {
  expect(await answerText(new Response(null, { status: 204 }))).toBe('')
})
