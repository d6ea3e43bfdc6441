import { Component, type ComponentType, lazy, type ReactNode, useState } from 'react'
import { isMissingCode, MissingCode } from './missing-code.tsx'

const awaited: (() => Promise<unknown>)[] = []

/**
 * A part of a page whose code comes when it is first shown, or when the page has nothing else to do.
 * Where it does not come, it says so in its place and can be asked for again; `isFloating` where the
 * part has no place of its own in the page, such as a drawer.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { isFloating = false } = {},
) {
  // Once it is there it is shown at once, so that what is typed in the same breath is not lost.
  let Fetched: ComponentType<Props> | undefined
  const fetched = async () => {
    Fetched = await load()
    return { default: Fetched }
  }
  awaited.push(fetched)
  let Coming = lazy(fetched)

  function Later(props: Props) {
    const [Part, setPart] = useState<ComponentType<Props>>(() => Fetched ?? Coming)
    const retry = () => {
      Coming = lazy(fetched)
      setPart(() => Coming)
    }
    return (
      <OrMissing onRetry={retry} isFloating={isFloating}>
        <Part {...props} />
      </OrMissing>
    )
  }
  /** For whoever knows that it is about to be shown. */
  return Object.assign(Later, { preload: fetched })
}

/**
 * Fetches the code of all parts that are known so far, so that a stopped service takes none away.
 * Nobody waits for them here: what is missing is said where it is needed.
 */
export async function fetchLaterParts(): Promise<void> {
  for (const load of awaited) await load().catch(() => undefined)
}

type OrMissingProps = { onRetry: () => void; isFloating: boolean; children: ReactNode }

class OrMissing extends Component<OrMissingProps, { error: unknown }> {
  override state = { error: undefined }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  private readonly retry = () => {
    this.props.onRetry()
    this.setState({ error: undefined })
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    if (!isMissingCode(error)) throw error
    const place = this.props.isFloating
      ? 'fixed right-4 bottom-[calc(var(--bottom-bar)+1rem)] z-50 rounded-l bg-overlay px-4 shadow-pop'
      : undefined
    return (
      <div className={place}>
        <MissingCode onRetry={this.retry} />
      </div>
    )
  }
}
