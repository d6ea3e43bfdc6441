import type { Intent } from './intent.ts'
import { CHECKS } from './reconciler.ts'

export function reconcilingWords({ looked }: Pick<Intent, 'looked'>): string {
  if (!looked || looked.endedAt === undefined) {
    return `Reading the service: ${looked?.checks ?? 0} of ${CHECKS} checks done, not found yet.`
  }
  if (looked.checks === 0) return 'The service could not be read, so the result is not known.'
  return `Not found in ${looked.checks} checks. It was most likely not carried out.`
}
