/** Options of a choice, in the order of their labels. No value may be a whole number. */
export const optionsOf = <T extends string>(labels: Readonly<Record<T, string>>) =>
  (Object.entries(labels) as [T, string][]).map(([value, label]) => ({ value, label }))
