import type { Mode } from '#contract/system.ts'
import { Segmented } from '#ui/segmented.tsx'

type ModeChoiceProps = { mode: Mode; onMode: (mode: Mode) => void }

/** What a connection is said to trade, until the service tells it. */
export const ModeChoice = ({ mode, onMode }: ModeChoiceProps) => (
  <Segmented
    label="What it trades"
    isLabelVisible
    isFull
    value={mode}
    options={[
      { value: 'paper', label: 'Paper' },
      { value: 'real', label: 'Real money' },
    ]}
    onChange={onMode}
  />
)
