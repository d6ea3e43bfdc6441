/** What a field of a form holds; read on submit, so that no secret lies in the page's state. */
export function textFrom(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name)
  return typeof value === 'string' ? value : ''
}

/** The first file of a field, when one was chosen. */
export function fileFrom(form: HTMLFormElement, name: string): File | undefined {
  const value = new FormData(form).get(name)
  return value instanceof File && value.size > 0 ? value : undefined
}
