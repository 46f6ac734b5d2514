/**
 * The values for an `in (…)`, the last one repeated up to a power of two: lists of any length share a dozen prepared
 * statements. None stay none.
 */
export function bucketedValues<Value>(values: readonly Value[]): Value[] {
  if (values.length === 0) return []
  const length = 2 ** Math.ceil(Math.log2(values.length))
  return [...values, ...Array<Value>(length - values.length).fill(values.at(-1) as Value)]
}
