import { useEffect, useRef } from 'react'
import { useController } from 'react-hook-form'
import * as z from 'zod/mini'

import type { Id } from '#contract/primitives.ts'
import { attributesOf } from '#contract/sentences.ts'
import { setSmartTradeNote } from '#contract/smart-trades.ts'
import { declareForm } from '#forms/declare.ts'
import { useDeclaredForm, useRefusal } from '#forms/declared-form.tsx'
import { declareWith, type ValuesOf } from '#forms/field-nodes.ts'
import { fieldError } from '#forms/form-errors.ts'
import { FormFrame } from '#forms/form-frame.tsx'
import { useService } from '#query/service.tsx'
import { useSending } from '#query/use-sending.ts'
import { useWriteBlock } from '#query/use-write-block.ts'
import { Button } from '#ui/button.tsx'

import { NoteField } from '../note-field.tsx'
import { TagLinks } from '../note-tags.tsx'

const fields = { note: declareWith<unknown, undefined>().note({ label: 'Note', most: 10_000 }) }

const judge = (values: ValuesOf<typeof fields>) => {
  const checked = z.safeDecode(setSmartTradeNote.body, values)
  return checked.success ? { draft: checked.data } : { issues: attributesOf(checked.error) }
}

const noteRules = {
  form: declareForm<typeof fields, undefined>(fields),
  judge,
  contextOf: () => undefined,
}

/** Note of a trade, edited in place. Saving twice is harmless, so there is no review. */
export function NoteEditor({ id, note }: { id: Id; note: string }) {
  const block = useWriteBlock({ of: setSmartTradeNote })
  const { client } = useService()
  const { send, intent } = useSending<typeof setSmartTradeNote>()
  const isSending = intent?.outcome.kind === 'sending'
  const form = useDeclaredForm(noteRules, { note }, useRef(undefined))
  const { control, formState, handleSubmit, reset, setError, setValue, getValues } = form
  const { isDirty } = formState
  const { field } = useController({ control, name: 'note' })

  // Follows the service unless the trader's text would be lost. The old text returned until the
  // next read does not count as a change.
  const followed = useRef(note)
  useEffect(() => {
    if (isDirty || note === followed.current) return
    followed.current = note
    reset({ note })
  }, [note, isDirty, reset])

  const outcome = intent?.outcome
  const sent = useRef(note)
  useEffect(() => {
    if (outcome?.kind === 'placed') {
      const typed = getValues('note')
      reset({ note: outcome.answer.note ?? sent.current })
      // Text typed since stays.
      if (typed !== sent.current) setValue('note', typed, { shouldDirty: true })
    }
    if (outcome?.kind === 'unsent') {
      setError('root.refusal', {
        type: 'unsent',
        message: `It was not sent. ${outcome.because}`,
      })
    }
  }, [outcome, reset, setError, setValue, getValues])
  useRefusal(
    form,
    noteRules.form,
    undefined,
    outcome?.kind === 'refused' ? outcome.error : undefined,
  )

  return (
    <FormFrame
      label="Note"
      className="mt-3"
      refusal={formState.errors.root?.['refusal']?.message}
      onSubmit={(event) => {
        void handleSubmit((body) => {
          sent.current = getValues('note')
          followed.current = note
          send(client.prepare(setSmartTradeNote, { params: { id }, body }))
        })(event)
      }}
    >
      <NoteField
        field={field}
        error={
          isDirty
            ? fieldError(formState, judge({ note: field.value }).issues ?? {}, 'note')
            : undefined
        }
      />
      <TagLinks note={note} />
      <div className="mt-2 flex min-h-7 flex-wrap items-center gap-3">
        {(isDirty || isSending) && (
          <>
            <Button
              size="small"
              type="submit"
              reason={block}
              isSending={isSending}
              sendingLabel="Saving"
            >
              Save note
            </Button>
            <Button size="small" look="quiet" onClick={() => reset({ note })}>
              Discard
            </Button>
          </>
        )}
        <span role="status" className="text-caption text-ink-3">
          {!isDirty && outcome?.kind === 'placed' && 'Saved.'}
          {outcome?.kind === 'unknown' &&
            'No answer came, so it is not known whether the note was saved. Saving it again is harmless.'}
        </span>
      </div>
    </FormFrame>
  )
}
