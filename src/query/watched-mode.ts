import { getMode } from '#contract/system.ts'

import { endpointQuery } from './endpoint-query.ts'

/** Another program may switch the mode while a page is looked at. */
const MODE_INTERVAL = 15_000

/** The mode, asked for again and again where the service tells it. Once a page: each one asks. */
export const watchedMode = (offered: boolean) => ({
  ...endpointQuery(getMode, {}),
  enabled: offered,
  refetchInterval: MODE_INTERVAL,
})
