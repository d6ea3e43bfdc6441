import { useController } from 'react-hook-form'

import { useProblems } from '#forms/declared-form.tsx'

import { NoteField } from '../note-field.tsx'
import { useTicket } from './ticket-context.tsx'

export function TicketNote({ placeholder, hasRef }: { placeholder: string; hasRef: boolean }) {
  const { form } = useTicket()
  const { errorAt } = useProblems()
  const { field } = useController({ control: form.control, name: 'note' })
  return (
    <div className="mt-2.5 border-t border-hairline pt-2.5">
      <NoteField
        field={field}
        rows={3}
        placeholder={placeholder}
        error={errorAt('note')}
        hasRef={hasRef}
      />
    </div>
  )
}
