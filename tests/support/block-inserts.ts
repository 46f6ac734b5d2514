import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isPostgres } from './engine.ts'
import { connectTo } from './stored.ts'

/** Lets the server hang in its next insert into a table, in the midst of the transaction, until it is killed; what is
 * returned ends that for later ones. */
export async function blockInserts(dataDir: string, table: string): Promise<() => Promise<unknown>> {
  if (isPostgres) {
    const client = await connectTo(dataDir)
    await client.query(`begin; lock table ${table} in share row exclusive mode`)
    return () => client.end()
  }
  const change = async (statement: string) => {
    const sqlite = new DatabaseSync(join(dataDir, 'thervu.db'), { timeout: 5000 })
    sqlite.exec(statement)
    sqlite.close()
  }
  // Some hundred rows to the power of six take years to count.
  const many = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `sqlite_master ${name}`).join(', ')
  await change(`create trigger held before insert on ${table} begin select count(*) from ${many}; end`)
  return () => change('drop trigger held')
}
