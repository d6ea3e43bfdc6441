import type { ReactNode } from 'react'

import { BrandMark } from '#ui/brand-mark.tsx'

type SignedOutLayoutProps = { title: string; children: ReactNode }

/** The frame of a page that stands before any connection. */
export function SignedOutLayout({ title, children }: SignedOutLayoutProps) {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-130 flex-col px-6 py-12 max-sm:px-4 max-sm:py-8">
      <p className="flex items-center gap-2 pb-8 font-semibold">
        <BrandMark />
        Quarterdeck
      </p>
      <h1 className="pb-3 text-title font-semibold">{title}</h1>
      {children}
    </main>
  )
}
