import { type ComponentType, lazy } from 'react'

const awaited: (() => Promise<unknown>)[] = []

/** A part of a page whose code comes when it is first shown, or when the page has nothing else to do. */
export function later<Props>(load: () => Promise<ComponentType<Props>>) {
  const fetched = () => load().then((component) => ({ default: component }))
  awaited.push(fetched)
  return lazy(fetched)
}

/** Fetches the code of all parts that are known so far, so that a stopped service takes none away. */
export async function fetchLaterParts(): Promise<void> {
  for (const load of awaited) await load()
}
