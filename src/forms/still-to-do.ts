import type { Attributes } from '#contract/errors.ts'

/** What stands between a form and its review, in one line; `undefined` when nothing does. */
export function stillToDo(
  issues: Attributes,
  nameOf: (path: string) => string,
): string | undefined {
  const paths = Object.keys(issues)
  if (paths.length === 0) return undefined
  const names = Array.from(new Set(paths.map(nameOf)))
  if (names.length === 1) return issues[paths[0] ?? '']?.[0]
  return `Still to do: ${names.join(', ')}.`
}
