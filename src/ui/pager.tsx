import { Button } from './button.tsx'

type PagerProps = {
  /** From 1. */
  page: number
  pageSize: number
  /** Rows on this page. The service gives no total: a full page may have a next one. */
  count: number
  onPage: (page: number) => void
  /** Plural name of the rows. */
  noun?: string | undefined
}

export function Pager({ page, pageSize, count, onPage, noun = 'Rows' }: PagerProps) {
  const first = (page - 1) * pageSize + 1
  const mayHaveMore = count >= pageSize
  const where =
    count === 0
      ? `No ${noun.toLowerCase()} on page ${page}`
      : `${noun} ${first} to ${first + count - 1}${mayHaveMore ? '' : ', end of list'}`
  return (
    <nav
      aria-label="Pages"
      className="flex min-h-13 flex-wrap items-center gap-2 py-2 text-ink-2 tabular-nums"
    >
      <span role="status" className="mr-auto">
        {where}
      </span>
      <span className="mr-1 text-ink-3 max-sm:hidden">{pageSize} per page</span>
      <span className="flex gap-2">
        <PageButton isOff={page <= 1} onPress={() => onPage(page - 1)} label="Previous" />
        <PageButton isOff={!mayHaveMore} onPress={() => onPage(page + 1)} label="Next" />
      </span>
    </nav>
  )
}

type PageButtonProps = { label: string; isOff: boolean; onPress: () => void }

/** Prints no reason: the line beside it has it. */
function PageButton({ label, isOff, onPress }: PageButtonProps) {
  return (
    <Button size="small" aria-disabled={isOff || undefined} onClick={onPress}>
      {label}
    </Button>
  )
}
