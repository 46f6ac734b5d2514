import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Lets the server hang in its next insert into a table, in the midst of the transaction, until it is killed; what is
 * returned ends that for later ones. SQLite alone. */
export function holdInserts(dataDir: string, table: string): () => void {
  const change = (statement: string) => {
    const sqlite = new DatabaseSync(join(dataDir, 'thervu.db'), { timeout: 5000 })
    sqlite.exec(statement)
    sqlite.close()
  }
  // Some hundred rows to the power of six take years to count.
  const many = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `sqlite_master ${name}`).join(', ')
  change(`create trigger held before insert on ${table} begin select count(*) from ${many}; end`)
  return () => change('drop trigger held')
}
