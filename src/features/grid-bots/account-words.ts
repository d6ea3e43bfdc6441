/** Whose bot it is, by name and number; the ends of numbers are too much alike to tell accounts by. */
export function accountWords(name: string | undefined, id: number): string {
  const unnamed = `Account ${id}`
  return !name || name === unnamed ? unnamed : `${name}, account ${id}`
}
