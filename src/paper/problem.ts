/** An error that the person at the terminal can fix. Its message is one sentence that says how. */
export class Problem extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'Problem'
  }
}

export class UsageProblem extends Problem {}
