type Movable = { readonly id: string; readonly isFixed?: boolean | undefined }

/** Columns in the chosen order. Fixed ones keep their places; new ones follow the known ones. */
export function inOrder<C extends Movable>(
  columns: readonly C[],
  order: readonly string[],
): readonly C[] {
  if (order.length === 0) return columns
  const rank = ({ id }: C) => (order.includes(id) ? order.indexOf(id) : order.length)
  const movable = columns.filter(({ isFixed }) => isFixed !== true)
  const sorted = movable.toSorted((a, b) => rank(a) - rank(b))
  return columns.map((column) => (column.isFixed === true ? column : (sorted.shift() ?? column)))
}

/** The order after a column swaps with its neighbour. */
export function movedBy(
  columns: readonly Movable[],
  order: readonly string[],
  id: string,
  step: -1 | 1,
): readonly string[] {
  const ids = inOrder(columns, order)
    .filter(({ isFixed }) => isFixed !== true)
    .map((column) => column.id)
  const from = ids.indexOf(id)
  const to = from + step
  if (from === -1 || to < 0 || to >= ids.length) return order
  return ids.with(from, ids[to] ?? id).with(to, id)
}
