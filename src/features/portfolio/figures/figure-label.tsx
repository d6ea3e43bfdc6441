import { Tooltip } from '#ui/tooltip.tsx'

type FigureLabelProps = { children: string; formula: string }

/** A key figure's name, which tells how the figure is made. */
export function FigureLabel({ children, formula }: FigureLabelProps) {
  return (
    <Tooltip text={formula}>
      <span
        // A formula is worth reaching by keyboard though nothing can be pressed.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="cursor-help rounded-s decoration-edge decoration-dotted underline-offset-3 hover:underline"
      >
        {children}
      </span>
    </Tooltip>
  )
}
