import { Note } from './note.tsx'
import { SheetSection } from './sheet.tsx'

/** Why a request that was reviewed has not gone out; nothing while there is no reason. */
export function NotSent({ because }: { because: string | undefined }) {
  return because === undefined ? null : (
    <SheetSection>
      <Note tone="caution" isAnnounced>
        {because} Nothing was sent.
      </Note>
    </SheetSection>
  )
}
