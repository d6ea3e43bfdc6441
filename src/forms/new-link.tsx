import { Link } from '@tanstack/react-router'

import { useIsReadOnly } from '#query/use-write-block.ts'
import { Button } from '#ui/button.tsx'
import { buttonClass, type ButtonStyle } from '#ui/button-class.ts'
import { PlusIcon } from '#ui/icons.tsx'

type NewLinkProps = {
  to: '/smart-trades/new' | '/grid-bots/new' | '/dca-bots/new'
  label: string
  look?: ButtonStyle['look']
}

/** Link to create something; on a read-only connection, the reason instead. */
export function NewLink({ to, label, look = 'secondary' }: NewLinkProps) {
  const isReadOnly = useIsReadOnly()
  const [verb, ...noun] = label.split(' ')
  const children =
    look === 'primary' ? (
      <>
        <PlusIcon />
        <span>
          {verb}
          <span className="narrow:hidden"> {noun.join(' ')}</span>
        </span>
      </>
    ) : (
      label
    )
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
