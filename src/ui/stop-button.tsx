import { buttonClass } from './button-class.ts'
import { Tooltip } from './tooltip.tsx'

type StopButtonProps = {
  /** The bot's name, for those who hear the button among many. */
  name: string
  /** Why it cannot be stopped now. */
  reason: string | undefined
  onPress: () => void
}

/** Opens the stop sheet of one row. Where it is off, it says why on hover and focus. */
export function StopButton({ name, reason, onPress }: StopButtonProps) {
  const button = (
    <button
      type="button"
      aria-label={`Stop ${name}`}
      aria-disabled={reason !== undefined || undefined}
      onClick={(event) => {
        // The row itself is a way to the bot.
        event.stopPropagation()
        if (reason === undefined) onPress()
      }}
      className={buttonClass({
        look: 'quiet',
        size: 'small',
        className:
          'inset-ring inset-ring-hairline-2 hover:bg-caution-soft hover:text-caution hover:inset-ring-caution off:hover:bg-active off:hover:text-ink-3',
      })}
    >
      Stop
    </button>
  )
  return reason === undefined ? button : <Tooltip text={reason}>{button}</Tooltip>
}
