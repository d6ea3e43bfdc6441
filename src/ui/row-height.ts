import { measureElement, type Virtualizer } from '@tanstack/react-virtual'

/**
 * How high a row of a virtual list is, for its `measureElement`: as it was laid out, and until the
 * browser tells, as it is expected to be. Asking the page itself would lay it out for every new row.
 */
export function rowHeight<Row extends Element>(
  row: Row,
  entry: ResizeObserverEntry | undefined,
  list: Virtualizer<Window, Row>,
): number {
  if (entry) return measureElement(row, entry, list)
  const index = list.indexFromElement(row)
  const { getItemKey, estimateSize } = list.options
  return list.itemSizeCache.get(getItemKey(index)) ?? estimateSize(index)
}
