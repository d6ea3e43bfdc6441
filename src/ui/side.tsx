type SideProps = { side: 'buy' | 'sell'; children?: string | undefined }

/** Buy or Sell, with its direction's colour and glyph. */
export function Side({ side, children = side === 'buy' ? 'Buy' : 'Sell' }: SideProps) {
  return (
    <span
      className={`inline-flex items-center gap-1.25 align-top ${side === 'buy' ? 'glyph-up-first text-up' : 'glyph-down-first text-down'}`}
    >
      {children}
    </span>
  )
}
