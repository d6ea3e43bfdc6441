/** An event as it arrives, before its data is read. */
type RawEvent = { readonly name: string; readonly data: string }

/** In characters. Longer events would freeze the page, and cannot come from a real service. */
const MAX_EVENT = 256 * 1024

/** Splits `text/event-stream` into events until it ends. Throws if an event is too long. */
export async function* eventsIn(body: ReadableStream<Uint8Array>): AsyncGenerator<RawEvent> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      text += decoder.decode(value, { stream: true })
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      if (text.length > MAX_EVENT) throw new Error('An event of the stream is too long.')
      yield* blocks.map(eventOf)
    }
  } finally {
    void reader.cancel().catch(() => undefined)
  }
}

function eventOf(block: string): RawEvent {
  const fields = block.split('\n').map((line) => {
    const [name = '', ...value] = line.split(':')
    return [name, value.join(':').replace(/^ /, '')] as const
  })
  const of = (wanted: string) =>
    fields.flatMap(([name, value]) => (name === wanted ? [value] : [])).join('\n')
  return { name: of('event'), data: of('data') }
}
