import type { EmptyForm, SigningKey } from './signature.ts'

/** Keys of one connection. Kept in memory only. */
export type Credentials = {
  readonly apiKey: string
  readonly key: SigningKey
  /** Bearer token of the DCA endpoints. */
  readonly token?: string | undefined
  readonly emptyForm: EmptyForm
}
