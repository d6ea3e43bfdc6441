import type { ReactNode } from 'react'

export const PAGE_BODY =
  'min-w-0 flex-1 px-6 pt-4 pb-[calc(1.5rem+var(--strip))] max-lg:px-4 max-sm:pt-3'

export type PageHeadProps = {
  title: ReactNode
  back?: ReactNode
  /** Right of the title: a segmented choice, a status, captions. */
  beside?: ReactNode
  /**
   * At the right end, with at most one primary button. `data-fills-row` can wrap below the title.
   */
  actions?: ReactNode
}

export const PageHead = ({ title, back, beside, actions }: PageHeadProps) => (
  <header className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-2 coarse:min-h-11">
    {back}
    <h1 className="text-title font-semibold">{title}</h1>
    {beside}
    {actions !== undefined && (
      <div className="ml-auto flex flex-wrap items-center gap-3 narrow:has-[fieldset]:w-full max-lg:has-[[data-fills-row]]:w-full max-lg:has-[[data-fills-row]]:flex-nowrap">
        {actions}
      </div>
    )}
  </header>
)
