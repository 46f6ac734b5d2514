import { CamelCasePlugin, type PluginTransformResultArgs } from 'kysely'

/** Leaves rows as they are: the connection names their columns itself, once for each statement and not for each row. */
export class CamelCaseQueries extends CamelCasePlugin {
  override async transformResult({ result }: PluginTransformResultArgs) {
    return result
  }

  nameOf(column: string): string {
    return this.camelCase(column)
  }
}

const names = new CamelCaseQueries()

export function camelCased(column: string): string {
  return names.nameOf(column)
}

export function rowOf<Value>(
  columns: readonly string[],
  values: readonly Value[],
): Record<string, Value | undefined> {
  const row: Record<string, Value | undefined> = {}
  for (let at = 0; at < columns.length; at++) row[columns[at] as string] = values[at]
  return row
}
