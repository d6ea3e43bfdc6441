import {
  Component,
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useDeferredValue,
  useState,
} from 'react'
import { createPortal } from 'react-dom'

import { isMissingCode, MissingCode } from './error-state.tsx'

const awaited: (() => Promise<unknown>)[] = []

type Options<Props> = {
  /** Closes a part that has no place in the page, such as a sheet. */
  onGiveUp?: (props: Props) => void
  /** Leaves the placeholder to the `Suspense` of its user. */
  hasOwnWait?: boolean
}

/**
 * A lazy part of a page, loaded on first use or when idle. A failure shows in its place with a way
 * back, or over the page if the part can be closed.
 */
export function lazyPanel<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { onGiveUp, hasOwnWait = false }: Options<Props> = {},
) {
  // Renders synchronously once loaded, so that immediate typing is not lost.
  let Fetched: ComponentType<Props> | undefined
  const fetched = async () => {
    Fetched = await load()
    return { default: Fetched }
  }
  awaited.push(fetched)
  let Coming = lazy(fetched)

  function LazyPanel(props: Props) {
    const [Part] = useState<ComponentType<Props>>(() => Fetched ?? Coming)
    const giveUp = () => {
      // The next use fetches it again.
      Coming = lazy(fetched)
      onGiveUp?.(props)
    }
    const part = <Part {...props} />
    return (
      <OrMissing onGiveUp={onGiveUp && giveUp}>
        {hasOwnWait ? part : <Suspense>{part}</Suspense>}
      </OrMissing>
    )
  }
  /** Loads it ahead of use. */
  return Object.assign(LazyPanel, { preload: fetched })
}

/** Loads all known parts, in case the service stops. Ignores failures: each is reported on use. */
export async function preloadLazyPanels(): Promise<void> {
  for (const load of awaited) await load().catch(() => undefined)
}

type OrMissingProps = {
  onGiveUp: (() => void) | undefined
  children: ReactNode
}

const OVER_THE_PAGE =
  'pointer-events-auto fixed right-4 bottom-[calc(var(--bottom-bar)+1rem)] z-50 max-w-[calc(100vw-2rem)] rounded-l bg-overlay px-4 shadow-pop'

class OrMissing extends Component<OrMissingProps, { error: unknown; isGivenUp: boolean }> {
  override state: { error: unknown; isGivenUp: boolean } = { error: undefined, isGivenUp: false }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  private readonly giveUp = () => {
    this.props.onGiveUp?.()
    this.setState({ isGivenUp: true })
  }

  override render() {
    const { error, isGivenUp } = this.state
    if (error === undefined) return this.props.children
    if (!isMissingCode(error)) throw error
    if (isGivenUp) return null
    if (!this.props.onGiveUp) return <MissingCode />
    // Outside the page, and active over an open sheet, which makes the page inert.
    return createPortal(
      <div className={OVER_THE_PAGE}>
        <MissingCode onGiveUp={this.giveUp} />
      </div>,
      document.body,
    )
  }
}

type DeferredProps = {
  /** Placeholder of the same size. */
  meanwhile?: ReactNode
  children: ReactNode
}

/** Content that the first paint can omit: rendered deferred right after it, then kept. */
export const Deferred = ({ meanwhile, children }: DeferredProps) =>
  useDeferredValue(true, false) ? children : meanwhile
