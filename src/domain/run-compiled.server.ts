import type { Compilable, CompiledQuery } from 'kysely'
import type { ReadDatabase } from '#database/schema.ts'

/** By database engine: each says a query in its own words. */
const compiledBy = new WeakMap<object, Map<string, CompiledQuery>>()

/**
 * For what every page asks: building and compiling a query takes as long as reading a page of papers, so it is done
 * once for each `shape`. `values` are all that the query binds, in its order; throws when they are not.
 */
export async function runCompiled<Row>(
  readDb: ReadDatabase,
  shape: string,
  values: readonly unknown[],
  build: () => Compilable<Row>,
): Promise<Row[]> {
  const executor = readDb.getExecutor()
  const compiled = compiledBy.getOrInsertComputed(executor.adapter, () => new Map<string, CompiledQuery>())
  let query = compiled.get(shape)
  if (!query) {
    query = build().compile()
    const { parameters } = query
    if (parameters.length !== values.length || parameters.some((each, at) => each !== values[at]))
      throw new Error(`The query "${shape}" binds other values than these: ${query.sql}`)
    compiled.set(shape, query)
  }
  const { rows } = await executor.executeQuery<Row>({ ...query, parameters: values } as CompiledQuery<Row>)
  return rows
}

/** Repeats the last value up to a power of two: `in (…)` lists of any length share a dozen prepared statements. */
export function bucketedValues<Value>(values: readonly Value[]): Value[] {
  if (values.length === 0) return []
  const length = 2 ** Math.ceil(Math.log2(values.length))
  return [...values, ...Array<Value>(length - values.length).fill(values.at(-1) as Value)]
}
