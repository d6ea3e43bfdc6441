/** Members of the address beside the filters, such as an open drawer: they are not restored. */
const OPENED_ONCE = ['trade', 'intent', 'stop', 'panic', 'like']

let left: ReadonlyMap<string, object> = new Map()
let owner: string | undefined

/** Keeps the filters of a page, by its path, so that the way back to it returns to them. */
export function rememberPage(path: string, search: object): void {
  const filters = Object.entries(search).filter(([name]) => !OPENED_ONCE.includes(name))
  left = new Map([...left, [path, Object.fromEntries(filters)]])
}

/** The filters with which a page was left in this tab; none before it was there. */
export const leftAs = (path: string): object => left.get(path) ?? {}

/** Forgets the pages of another connection, which has other accounts and bots. */
export function keepPagesOf(connection: string): void {
  if (owner !== undefined && owner !== connection) left = new Map()
  owner = connection
}
