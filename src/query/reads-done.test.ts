import { type Query, QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'

import { readsDone } from './read-again.ts'

/** A page with two reads that end on command. It waits for the reads `awaited`. */
function aPage(...awaited: string[]) {
  const queryClient = new QueryClient()
  const ends: Record<string, (failure?: Error) => void> = {}
  const ask = (name: string) =>
    new Promise<string>((resolve, reject) => {
      ends[name] = (failure) => (failure ? reject(failure) : resolve(name))
    })
  for (const name of ['time', 'trades']) {
    const options = { queryKey: [name], queryFn: () => ask(name), retry: false }
    void queryClient.prefetchQuery(options)
  }
  let isDone = false
  const isAwaited = ({ queryKey }: Query) => awaited.includes(String(queryKey[0]))
  void readsDone(queryClient, isAwaited).then(() => (isDone = true))
  const isDoneNow = async () => {
    await new Promise((resolve) => setTimeout(resolve))
    return isDone
  }
  return { ends, isDoneNow }
}

it('readsDone resolves immediately if nothing is being read', async () => {
  await expect(readsDone(new QueryClient())).resolves.toBeUndefined()
})

it('readsDone waits for the last read to succeed or fail', async () => {
  const { ends, isDoneNow } = aPage('time', 'trades')
  expect(await isDoneNow()).toBe(false)
  ends['time']?.()
  expect(await isDoneNow()).toBe(false)
  ends['trades']?.(new Error('refused'))
  expect(await isDoneNow()).toBe(true)
})

it('readsDone waits only for matching reads', async () => {
  const { ends, isDoneNow } = aPage('trades')
  expect(await isDoneNow()).toBe(false)
  ends['trades']?.()
  expect(await isDoneNow()).toBe(true)
})
