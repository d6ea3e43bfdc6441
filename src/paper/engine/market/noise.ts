/** A well-mixed 32-bit number from three: the finaliser of MurmurHash3 over each in turn. */
export function hash(salt: number, a: number, b: number): number {
  return mix(mix(mix(salt) ^ a) ^ b)
}

/** A 32-bit number from a text: FNV-1a, mixed. */
export function hashText(text: string): number {
  let value = 0x811c9dc5
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193)
  return mix(value)
}

/** Bound of |noise|. */
export const NOISE_LIMIT = Math.sqrt(3)

/** Uniform noise with mean 0 and variance 1; bounded, so paths can be bounded. */
export const noise = (bits: number): number => ((bits >>> 0) / 2_147_483_648 - 1) * NOISE_LIMIT

/** A number in [0, 1) from 32 bits. */
export const unit = (bits: number): number => (bits >>> 0) / 4_294_967_296

const LN2 = 0.6931471805599453

/** e^x for |x| < 20. `Math.exp` differs between machines in its last bit. */
export function exp(x: number): number {
  const k = Math.round(x / LN2)
  const rest = x - k * LN2
  let term = 1
  let total = 1
  for (let i = 1; i <= 13; i++) {
    term *= rest / i
    total += term
  }
  return k >= 0 ? total * (1 << k) : total / (1 << -k)
}

/** The finaliser of MurmurHash3, offset so that zero changes too. */
export function mix(value: number): number {
  let h = value | 0
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return ((h ^ (h >>> 16)) + 0x9e3779b9) | 0
}
