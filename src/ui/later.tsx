import { Component, type ComponentType, lazy, type ReactNode, useReducer } from 'react'
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
  const fetched = () => load().then((component) => ({ default: component }))
  awaited.push(fetched)
  let Part = lazy(fetched)

  function Later(props: Props) {
    const [, render] = useReducer((times: number) => times + 1, 0)
    const retry = () => {
      Part = lazy(fetched)
      render()
    }
    return (
      <Fetched onRetry={retry} isFloating={isFloating}>
        <Part {...props} />
      </Fetched>
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

type FetchedProps = { onRetry: () => void; isFloating: boolean; children: ReactNode }

class Fetched extends Component<FetchedProps, { error: unknown }> {
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
