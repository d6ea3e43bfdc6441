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
  /** Closes a part without a place of its own in the page, such as a sheet. */
  onGiveUp?: (props: Props) => void
  /** The part stands in a `Suspense` of its own user, which shows a placeholder. */
  hasOwnWait?: boolean
}

/**
 * A part of a page whose code comes when it is first shown, or when the page has nothing else to do.
 * If it does not come, it says so in its place, with a way back; a part that can be given up says it
 * over the page.
 */
export function lazyPanel<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { onGiveUp, hasOwnWait = false }: Options<Props> = {},
) {
  // Once it is there it is shown at once, so that what is typed in the same breath is not lost.
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
      // The next time that it is asked for, it is fetched again.
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
  /** For whoever knows that it is about to be shown. */
  return Object.assign(LazyPanel, { preload: fetched })
}

/**
 * Fetches the code of all parts that are known so far, so that a stopped service takes none away.
 * Nobody waits for them here: what is missing is said where it is needed.
 */
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
    // Outside the page, and alive over an open sheet, which takes all else of it away.
    return createPortal(
      <div className={OVER_THE_PAGE}>
        <MissingCode onGiveUp={this.giveUp} />
      </div>,
      document.body,
    )
  }
}

type DeferredProps = {
  /** What stands there until then, as large as what is to come. */
  meanwhile?: ReactNode
  children: ReactNode
}

/**
 * What a page's first picture can do without: drawn right after it, in a drawing that clicks and keys
 * go before. What was drawn once stays.
 */
export const Deferred = ({ meanwhile, children }: DeferredProps) =>
  useDeferredValue(true, false) ? children : meanwhile
