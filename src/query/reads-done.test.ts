import { type Query, QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'

import { readsDone } from './read-again.ts'

/** A page that reads two things, each ending when it is told to, and waits for those that are meant. */
function aPage(...meant: string[]) {
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
  const isMeant = ({ queryKey }: Query) => meant.includes(String(queryKey[0]))
  void readsDone(queryClient, isMeant).then(() => (isDone = true))
  /** After everything that follows from what was just told. */
  const settled = async () => {
    await new Promise((resolve) => setTimeout(resolve))
    return isDone
  }
  return { ends, settled }
}

it('is done at once where nothing is read', async () => {
  await expect(readsDone(new QueryClient())).resolves.toBeUndefined()
})

it('waits for the last read, whether it comes or fails', async () => {
  const { ends, settled } = aPage('time', 'trades')
  expect(await settled()).toBe(false)
  ends['time']?.()
  expect(await settled()).toBe(false)
  ends['trades']?.(new Error('refused'))
  expect(await settled()).toBe(true)
})

it('waits for no other read than those that are meant', async () => {
  const { ends, settled } = aPage('trades')
  expect(await settled()).toBe(false)
  ends['trades']?.()
  expect(await settled()).toBe(true)
})
