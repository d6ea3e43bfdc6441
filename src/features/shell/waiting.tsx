import { classNames } from '#ui/class-names.ts'

/** How many orders have an unknown outcome; nothing without one. */
export function Waiting({ count, className }: { count: number; className: string }) {
  if (count === 0) return null
  return (
    <span className={classNames('text-caption font-normal text-caution tabular-nums', className)}>
      {count}
      <span className="sr-only"> with an unknown outcome</span>
    </span>
  )
}
