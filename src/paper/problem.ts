/** Something the person at the terminal can put right. Its message is one sentence that says how. */
export class Problem extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'Problem'
  }
}

/** A command line or a variable that is written wrongly. */
export class UsageProblem extends Problem {}
