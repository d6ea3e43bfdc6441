/** Value of a form field, read on submit to keep secrets out of state. */
export function textFrom(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name)
  return typeof value === 'string' ? value : ''
}

export function fileFrom(form: HTMLFormElement, name: string): File | undefined {
  const value = new FormData(form).get(name)
  return value instanceof File && value.size > 0 ? value : undefined
}
