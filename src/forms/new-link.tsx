import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { useIsReadOnly } from '#query/use-write-block.ts'
import { Button } from '#ui/button.tsx'
import { buttonClass, type ButtonStyle } from '#ui/button-class.ts'

type NewLinkProps = {
  to: '/smart-trades/new' | '/grid-bots/new' | '/dca-bots/new'
  label: string
  look?: ButtonStyle['look']
  children?: ReactNode
}

/** Leads to where something is made; on a connection that is read only it says that instead. */
export function NewLink({ to, label, look = 'secondary', children = label }: NewLinkProps) {
  const isReadOnly = useIsReadOnly()
  if (isReadOnly) {
    return (
      <Button look={look} aria-label={label} reason="Read only">
        {children}
      </Button>
    )
  }
  return (
    <Link to={to} aria-label={label} className={buttonClass({ look })}>
      {children}
    </Link>
  )
}
