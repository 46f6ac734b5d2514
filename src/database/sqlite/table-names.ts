import { type DatabaseIntrospector, type Kysely, sql, type TableMetadata } from 'kysely'

type Column = {
  table: string
  name: string
  type: string
  notnull: number
  dflt_value: string | null
  pk: number
}

/** Virtual tables are left out: a damaged one of the search index would keep the site from starting. */
export function createTableNames(db: Kysely<unknown>): DatabaseIntrospector {
  return {
    getSchemas: async () => [],
    async getTables(): Promise<TableMetadata[]> {
      const { rows } = await sql<Column>`
        select tables.name as "table", columns.* from sqlite_master as tables, pragma_table_info(tables.name) as columns
        where tables.type = 'table' and tables.sql not like 'create virtual table%'`.execute(
        db.withoutPlugins(),
      )
      return [...Map.groupBy(rows, (row) => row.table)].map(([name, columns]) => ({
        name,
        isView: false,
        isForeign: false,
        columns: columns.map((column) => ({
          name: column.name,
          dataType: column.type,
          isNullable: column.notnull === 0,
          isAutoIncrementing: column.pk === 1 && column.type.toLowerCase() === 'integer',
          hasDefaultValue: column.dflt_value !== null,
        })),
      }))
    },
  }
}
