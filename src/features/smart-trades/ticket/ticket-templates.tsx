import { useState } from 'react'

import { Chip } from '#ui/chip.tsx'
import { ChevronDownIcon } from '#ui/icons.tsx'
import { Popover } from '#ui/popover.tsx'

import { type DraftValues, ticketForm } from './fields.ts'
import { useKeptByName } from '../kept-by-name.ts'
import { SavedList } from '../saved-list.tsx'
import { useTicket } from './ticket-context.ts'

/** Plans under a name. The account stays the ticket's own, and so does the pair once it has one. */
export function TicketTemplates() {
  const { form } = useTicket()
  const { kept, keep, remove } = useKeptByName('ticket-templates', ticketForm.schema)
  const [isOpen, setOpen] = useState(false)
  const fill = (template: DraftValues) => {
    const { account_id, pair } = form.getValues()
    form.reset({ ...template, account_id, pair: pair || template.pair })
    setOpen(false)
  }
  return (
    <Popover
      label="Templates"
      align="end"
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Chip>
          Templates
          <ChevronDownIcon />
        </Chip>
      }
    >
      <SavedList
        noun="template"
        items={kept.map(({ name, value }) => ({
          name,
          way: (
            <button
              type="button"
              className="link touch max-w-full truncate"
              onClick={() => fill(value)}
            >
              {name}
            </button>
          ),
        }))}
        onRemove={remove}
        onSave={(name) => keep(name, { ...form.getValues(), account_id: '' })}
      />
    </Popover>
  )
}
