import type { ReactNode } from 'react'

import { useMode } from '#query/use-mode.tsx'
import { Sheet, type SheetProps } from '#ui/sheet.tsx'
import { Badge } from '#ui/status-tag.tsx'

type SendingSheetProps = Omit<SheetProps, 'context'> & {
  account?: string | undefined
  beside?: ReactNode
}

/** Sheet with a sending button; says above everything whether it uses real money, and where. */
export function SendingSheet({ account, beside, isReal, ...sheet }: SendingSheetProps) {
  const mode = useMode()
  return (
    <Sheet
      {...sheet}
      isReal={isReal === true || mode === 'REAL'}
      context={
        <>
          <Badge mode={mode} />
          <span className="min-w-0 flex-1 truncate" title={account}>
            {account}
          </span>
          {beside}
        </>
      }
    />
  )
}
