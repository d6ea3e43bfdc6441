export type Sent = { url: string; init: RequestInit; headers: Headers; body: string }

type Answer = { status?: number; body?: unknown; text?: string; headers?: Record<string, string> }

/** Answers every request the same way and keeps what was asked: for a client without a service. */
export function recordedFetch(answer: Answer | Error = {}) {
  const sent: Sent[] = []
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const body = typeof init.body === 'string' ? init.body : ''
    const request = { url, init, headers: new Headers(init.headers), body }
    sent.push(request)
    if (init.body instanceof ReadableStream) request.body = await new Response(init.body).text()
    if (answer instanceof Error) throw answer
    const { status = 200, body: json, text = JSON.stringify(json ?? []), headers = {} } = answer
    return new Response(text, { status, headers })
  }
  return { fetch, sent }
}
