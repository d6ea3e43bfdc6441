import { Problem } from '../problem.ts'

/** A part of the data file is no longer whole. */
export class DamagedFile extends Problem {
  constructor(options: ErrorOptions) {
    super(
      'The data file is damaged; end the service and put a backup back with npm run -s paper -- restore FILE.',
      options,
    )
  }
}
