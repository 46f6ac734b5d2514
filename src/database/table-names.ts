import { type DatabaseIntrospector, type Kysely, sql, type TableMetadata } from 'kysely'

/**
 * Tells the migrator which tables there are, by their names alone: to ask for columns opens every table, and a damaged
 * one of the search index, which cannot be opened, would keep the site from starting.
 */
export function createTableNames(db: Kysely<unknown>): DatabaseIntrospector {
  return {
    getSchemas: async () => [],
    async getTables(): Promise<TableMetadata[]> {
      const { rows } = await sql<{
        name: string
      }>`select name from sqlite_master where type = 'table'`.execute(db)
      return rows.map(({ name }) => ({ name, isView: false, isForeign: false, columns: [] }))
    },
  }
}
