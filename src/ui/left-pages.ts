/** Search params besides filters, such as an open drawer: not restored. */
const OPENED_ONCE = ['trade', 'intent', 'stop', 'panic', 'like']

let left: ReadonlyMap<string, object> = new Map()
let owner: string | undefined

/** Stores a page's filters by path, to restore them on the way back. */
export function rememberPage(path: string, search: object): void {
  const filters = Object.entries(search).filter(([name]) => !OPENED_ONCE.includes(name))
  left = new Map([...left, [path, Object.fromEntries(filters)]])
}

/** Filters of a page when left in this tab; empty before. */
export const leftAs = (path: string): object => left.get(path) ?? {}

/** Forgets pages of another connection, with other accounts and bots. */
export function keepPagesOf(connection: string): void {
  if (owner !== undefined && owner !== connection) left = new Map()
  owner = connection
}
