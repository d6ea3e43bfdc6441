import type { ReactElement } from 'react'

export type IconProps = {
  size?: 12 | 14 | 16 | 18 | 20 | undefined
  className?: string | undefined
}

/** Icon of a path and other shapes: 16 units, one stroke, hidden from screen readers. */
const iconOf = (shape: string | ReactElement, more?: ReactElement) =>
  function Icon({ size = 16, className }: IconProps) {
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
        {typeof shape === 'string' ? <path d={shape} /> : shape}
        {more}
      </svg>
    )
  }

export const PortfolioIcon = iconOf('M2 13.5h12M2.5 10.5l3.2-3.6 2.6 2.3 5-5.7')
export const SmartTradesIcon = iconOf(
  'M2 3.5h12M2 8h4.5M9.5 8H14M2 12.5h12',
  <circle cx="8" cy="8" r="1.5" />,
)
export const GridBotsIcon = iconOf('M2 3h8M2 6.3h11M2 9.7h6M2 13h10')
export const DcaBotsIcon = iconOf('M2 3.5h3.5V7H9v3.5h3.5V13H14')
export const HistoryIcon = iconOf('M8 4.8V8l2.2 1.6', <circle cx="8" cy="8" r="5.8" />)
export const AlertsIcon = iconOf(
  'M3.2 11.5h9.6c-1-1-1.3-2-1.3-4.2A3.5 3.5 0 0 0 8 3.6a3.5 3.5 0 0 0-3.5 3.7c0 2.2-.3 3.2-1.3 4.2ZM6.7 13.6h2.6M8 2v1.6',
)
export const ActivityIcon = iconOf('M1.8 8h2.7l1.8-4.5 3.3 9L11.4 8h2.8')
export const SettingsIcon = iconOf(
  'M2 4.5h7M12 4.5h2M2 11.5h2M7 11.5h7',
  <>
    <circle cx="10.5" cy="4.5" r="1.5" />
    <circle cx="5.5" cy="11.5" r="1.5" />
  </>,
)
export const MoreIcon = iconOf(<path d="M3.5 8h.01M8 8h.01M12.5 8h.01" strokeWidth={2.2} />)
export const SearchIcon = iconOf('M10.2 10.2 13.5 13.5', <circle cx="7" cy="7" r="4.3" />)
export const ShownIcon = iconOf(
  'M1.5 8S4 3.8 8 3.8 14.5 8 14.5 8 12 12.2 8 12.2 1.5 8 1.5 8z',
  <circle cx="8" cy="8" r="1.8" />,
)
export const HiddenIcon = iconOf(
  'M6.2 4.1A6.3 6.3 0 0 1 8 3.8c4 0 6.5 4.2 6.5 4.2a12 12 0 0 1-1.7 2.1M4 5.3A12.5 12.5 0 0 0 1.5 8s2.5 4.2 6.5 4.2c1.1 0 2.1-.3 3-.8M2.5 2.5l11 11',
)
export const ThemeIcon = iconOf(
  <circle cx="8" cy="8" r="5.6" />,
  <path d="M8 2.4v11.2A5.6 5.6 0 0 0 8 2.4z" fill="currentColor" stroke="none" />,
)
export const LockIcon = iconOf(
  'M5.2 7V5.2a2.8 2.8 0 0 1 5.6 0V7',
  <rect x="3.2" y="7.2" width="9.6" height="6.3" rx="1.2" />,
)
export const KeyIcon = iconOf('m7.2 8.8 6-6M11 5l1.8 1.8', <circle cx="5.2" cy="10.8" r="2.7" />)
export const ConnectionIcon = iconOf(
  'M6.5 9.5a2.6 2.6 0 0 0 3.7 0l2.3-2.3a2.6 2.6 0 0 0-3.7-3.7L8 4.3M9.5 6.5a2.6 2.6 0 0 0-3.7 0L3.5 8.8a2.6 2.6 0 0 0 3.7 3.7l.8-.8',
)
export const ChevronDownIcon = iconOf('M4.5 6.5 8 10l3.5-3.5')
export const ChevronLeftIcon = iconOf('M10 4 6 8l4 4')
export const ChevronRightIcon = iconOf('M6 4l4 4-4 4')
export const CloseIcon = iconOf('M4 4l8 8M12 4l-8 8')
export const PlusIcon = iconOf('M8 3.5v9M3.5 8h9')
export const MinusIcon = iconOf('M3.5 8h9')
export const CheckIcon = iconOf('M3 8.4l3.2 3.2L13 4.8')
export const CopyIcon = iconOf(
  'M3 10.5V3.7C3 3 3.3 2.5 4 2.5h6.5',
  <rect x="5.5" y="5.5" width="8" height="8" rx="1.2" />,
)
export const ColumnsIcon = iconOf('M2.5 3h11v10h-11zM6.2 3v10M9.8 3v10')
export const FilterIcon = iconOf('M2.5 4h11M4.5 8h7M6.5 12h3')
export const DownloadIcon = iconOf('M8 2.5v8M4.8 7.5 8 10.7l3.2-3.2M3 13.5h10')
export const RefreshIcon = iconOf('M13 8a5 5 0 1 1-1.5-3.6M13 2.5v2.3h-2.3')
export const WarningIcon = iconOf('M8 2.2 14.3 13H1.7zM8 6.4v3M8 11.2v.1')
export const InfoIcon = iconOf('M8 7.4v3.4M8 5.2v.1', <circle cx="8" cy="8" r="5.8" />)
export const DashedRingIcon = iconOf(<circle cx="8" cy="8" r="5.8" strokeDasharray="2 2.5" />)
export const StopIcon = iconOf(<rect x="3.5" y="3.5" width="9" height="9" rx="1" />)

/** The octagon of stop signs. */
export const PanicIcon = iconOf(
  'M5.4 1.8h5.2l3.6 3.6v5.2l-3.6 3.6H5.4l-3.6-3.6V5.4zM8 4.8v4M8 11.2v.1',
)
export const OfflineIcon = iconOf(
  'M2 6.2a9 9 0 0 1 3-1.9M8 4c2.3 0 4.4.8 6 2.2M4.4 9a5.2 5.2 0 0 1 2.2-1.3M9.5 7.7c.8.3 1.5.7 2.1 1.3M8 12.3v.1M2.5 2.5l11 11',
)
