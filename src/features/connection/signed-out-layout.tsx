import type { ReactNode } from 'react'

import { BrandMark } from '#ui/brand-mark.tsx'
import { classNames } from '#ui/class-names.ts'

type SignedOutLayoutProps = {
  title: string
  /** A page of its own with columns; otherwise one narrow column. */
  isWide?: boolean
  children: ReactNode
}

export function SignedOutLayout({ title, isWide = false, children }: SignedOutLayoutProps) {
  return (
    <main
      className={classNames(
        'mx-auto flex min-h-dvh w-full flex-col px-6 pt-12 pb-8 max-sm:px-4 max-sm:pt-5',
        isWide ? 'max-w-240 sm:pt-[12dvh]' : 'max-w-130',
      )}
    >
      <p className="flex items-center gap-2 pb-8 font-semibold max-sm:pb-5">
        <BrandMark />
        Quarterdeck
      </p>
      <h1
        className={
          isWide
            ? 'max-w-180 text-[1.875rem]/9 font-semibold tracking-[-0.024em] text-balance max-sm:text-[1.5rem]/8'
            : 'pb-3 text-title font-semibold'
        }
      >
        {title}
      </h1>
      {children}
    </main>
  )
}
