export function BrandMark({ size = 18 }: { size?: number | undefined }) {
  return (
    <svg width={size} height={size} viewBox="0 0 18 18" aria-hidden="true" className="flex-none">
      <path d="M2 2h5v14H2z" className="fill-ink" />
      <path d="M9 2a7 7 0 0 1 7 7H9z" className="fill-accent" />
      <path d="M9 11h7v5H9z" className="fill-ink-3" />
    </svg>
  )
}
