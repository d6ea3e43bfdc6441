/** Something that no schema reads as a figure, a text or a flag. */
const UNREADABLE = ['?']

/** The JSON once for each of its figures, texts and flags, with that one unreadable, and where it stands. */
export function oneUnread<T>(json: T): { path: string; json: T }[] {
  if (typeof json !== 'object' || json === null) return [{ path: '', json: UNREADABLE as T }]
  return Object.entries(json).flatMap(([name, member]) =>
    oneUnread(member as unknown).map(({ path, json: changed }) => ({
      path: path === '' ? name : `${name}.${path}`,
      json: (Array.isArray(json)
        ? json.with(Number(name), changed)
        : { ...json, [name]: changed }) as T,
    })),
  )
}
