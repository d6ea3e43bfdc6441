/** Reason why a key cannot be used, as a sentence for the user. Never contains key text. */
export class KeyProblem extends Error {
  override readonly name = 'KeyProblem'
}
