import type { ReactNode } from 'react'

export type IconProps = {
  size?: 12 | 14 | 16 | 18 | 20 | undefined
  className?: string | undefined
}

/** The drawing every icon shares: 16 units, one stroke, silent. Words beside it say what it means. */
export function Icon({ size = 16, className, children }: IconProps & { children: ReactNode }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.4}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={`flex-none ${className ?? ''}`}
    >
      {children}
    </svg>
  )
}
