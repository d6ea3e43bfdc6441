import { useProblems } from './ticket-context.ts'

type FieldSentenceProps = { fields: readonly string[]; className?: string }

/** What is wrong with a choice that has no message of its own, such as a switch. */
export function FieldSentence({ fields, className = 'pb-1' }: FieldSentenceProps) {
  const error = useProblems().errorAt(...fields)
  return error && <p className={`text-caption text-caution ${className}`}>{error}</p>
}
