import { FactList } from '#ui/facts.tsx'
import { Sheet, SheetSection } from '#ui/sheet.tsx'

import { NAV_ITEMS } from './navigation.tsx'

export function KeyList({ onClose }: { onClose: () => void }) {
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title="Keys"
      statement="No key sends an order, stops a bot or sells anything."
      width="stop"
      cancelLabel="Close"
    >
      <Keys
        title="Everywhere"
        keys={[
          ['Search or go to', '/'],
          ['Search, also while typing', 'Ctrl K'],
          ['This list', '?'],
          ['Close a sheet or menu', 'Esc'],
        ]}
      />
      <Keys
        title="Go to"
        keys={[
          ...NAV_ITEMS.map(({ name, key }) => [name, `g ${key}`] as const),
          ['New SmartTrade', 'g n'],
        ]}
      />
      <Keys
        title="In the ticket"
        keys={[
          ['Next incomplete field', 'Enter'],
          ['Move a price line', '↑ ↓'],
          ['Move it one tick', 'Shift ↑ ↓'],
          ['Move it ten times as far', 'PgUp PgDn'],
        ]}
      />
      <Keys
        title="In a chart or ladder"
        keys={[
          ['Next point or line', '← → ↑ ↓'],
          ['First and last', 'Home End'],
        ]}
      />
    </Sheet>
  )
}

type KeysProps = { title: string; keys: readonly (readonly [does: string, key: string])[] }

function Keys({ title, keys }: KeysProps) {
  return (
    <SheetSection title={title}>
      <FactList
        rows={keys.map(([does, key]) => [
          does,
          <kbd key={does} className="font-sans">
            {key}
          </kbd>,
        ])}
      />
    </SheetSection>
  )
}
