import { Definition, DefinitionList } from '#ui/definition-list.tsx'
import { Sheet, SheetSection } from '#ui/sheet.tsx'

import { NAV_ITEMS } from './navigation.tsx'

/** What the keyboard can do, behind `?`. */
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
          ['The same, in a field too', 'Ctrl K'],
          ['This list', '?'],
          ['Close what is open', 'Esc'],
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
          ['Next field that is still to do', 'Enter'],
          ['Move a line of the picture', '↑ ↓'],
          ['By one tick', 'Shift ↑ ↓'],
          ['Ten times as far', 'PgUp PgDn'],
        ]}
      />
      <Keys
        title="In a chart or ladder"
        keys={[
          ['Read the next point or line', '← → ↑ ↓'],
          ['The first and the last', 'Home End'],
        ]}
      />
    </Sheet>
  )
}

type KeysProps = { title: string; keys: readonly (readonly [does: string, key: string])[] }

function Keys({ title, keys }: KeysProps) {
  return (
    <SheetSection title={title}>
      <DefinitionList>
        {keys.map(([does, key]) => (
          <Definition key={does} term={does}>
            <kbd className="font-sans">{key}</kbd>
          </Definition>
        ))}
      </DefinitionList>
    </SheetSection>
  )
}
