/** Repeats the last value up to a power of two: `in (…)` lists of any length share a dozen prepared statements. */
export function bucketedValues<Value>(values: readonly Value[]): Value[] {
  if (values.length === 0) return []
  const length = 2 ** Math.ceil(Math.log2(values.length))
  return [...values, ...Array<Value>(length - values.length).fill(values.at(-1) as Value)]
}
