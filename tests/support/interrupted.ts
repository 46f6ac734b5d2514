import type { KyselyPlugin } from 'kysely'
import type { Database } from '#database/schema.ts'
import { isPostgres } from './engine.ts'

/**
 * A database on which somebody else writes, once, between what a transaction reads first of a table and what it writes
 * after that, as engines with several writers let them. Its transactions are none: every statement is by itself.
 * `meanwhile` needs a connection of its own.
 */
export function interrupted(db: Database, table: string, meanwhile: () => Promise<unknown>): Database {
  const readings = new WeakSet<object>()
  let isDone = false
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      if (node.kind === 'SelectQueryNode' && JSON.stringify(node.from).includes(`"${table}"`))
        readings.add(queryId)
      return node
    },
    async transformResult({ result, queryId }) {
      if (!isDone && readings.has(queryId)) {
        isDone = true
        await meanwhile()
      }
      return result
    },
  }
  const open = db.withPlugin(plugin)
  return new Proxy(open, {
    get(whole, name) {
      // PostgreSQL lets others write meanwhile by itself.
      if (name === 'transaction' && !isPostgres)
        return () => ({ execute: (work: (tx: Database) => Promise<unknown>) => work(open) })
      const part = Reflect.get(whole, name, whole)
      return typeof part === 'function' ? part.bind(whole) : part
    },
  })
}
