const SENTENCES = {
  absent: 'There is no vault in this browser yet.',
  exists: 'This browser already has a vault: unlock it, or forget it first.',
  closed: 'The vault is locked. Enter its passphrase.',
  'wrong-passphrase': 'This passphrase does not open it. Check capitals and the keyboard layout.',
  'short-passphrase': 'A passphrase needs at least 12 characters.',
  weak: 'This file is protected too weakly to be trusted, so it was not opened.',
  unreadable: 'This is no vault of Quarterdeck, or it is damaged.',
  changed: 'The vault was changed in another tab. Unlock it again.',
  unsaved: 'This browser did not keep the vault: its storage is full or forbidden.',
} as const

/** Why the vault did not do what was asked, in one sentence. Never holds anything secret. */
export class VaultProblem extends Error {
  override readonly name = 'VaultProblem'
  readonly reason: keyof typeof SENTENCES

  constructor(reason: keyof typeof SENTENCES) {
    super(SENTENCES[reason])
    this.reason = reason
  }
}
