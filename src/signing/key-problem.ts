/** Why a key cannot be used, in one sentence for the person who gave it. Never holds key text. */
export class KeyProblem extends Error {
  override readonly name = 'KeyProblem'
}
