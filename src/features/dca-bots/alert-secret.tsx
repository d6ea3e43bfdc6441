import { useService } from '#query/service.tsx'
import { CodeBlock } from '#ui/code-block.tsx'
import { Note } from '#ui/note.tsx'
import { SheetSection } from '#ui/sheet.tsx'

/** What a charting platform has to send to be obeyed: told here and never again. */
export function AlertSecret({ intent }: { intent: string }) {
  const secret = useService().sender.secretOf(intent)
  if (secret === undefined) return null
  return (
    <SheetSection title="Secret of its alerts">
      <CodeBlock label="Secret" text={secret} canCopy />
      <Note className="mt-2">
        Copy it now: it is kept nowhere in this browser, and the service tells it only when a bot is
        made or started.
      </Note>
    </SheetSection>
  )
}
