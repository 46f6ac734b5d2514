import type { App } from '#domain/app.ts'

/** Parts of an app whose named tables cannot be read; what it logs as failed is added to `logged`. */
export function unreadable({ readDb, log }: App, tables: string[], logged: string[]): Partial<App> {
  return {
    log: { ...log, error: (_, message) => logged.push(message) },
    readDb: failingReads(readDb, (table) => tables.includes(table)),
  }
}

/** Asked for the first table of each query, whether it is built or was compiled before. */
export function failingReads(readDb: App['readDb'], fails: (table: string) => boolean): App['readDb'] {
  const check = (table: string) => {
    if (fails(table)) throw new Error('disk I/O error')
  }
  return new Proxy(readDb, {
    get(whole, name) {
      const part = Reflect.get(whole, name, whole)
      if (typeof part !== 'function') return part
      if (name === 'getExecutor') return () => checked(whole.getExecutor(), check)
      return (...given: unknown[]) => {
        if (name === 'selectFrom') check(String(given[0]))
        return part.apply(whole, given)
      }
    },
  })
}

type Executor = ReturnType<App['readDb']['getExecutor']>

function checked(executor: Executor, check: (table: string) => void): Executor {
  return new Proxy(executor, {
    get(whole, name) {
      const part = Reflect.get(whole, name, whole)
      if (typeof part !== 'function') return part
      return (...given: unknown[]) => {
        if (name === 'executeQuery') check(/from "(\w+)"/.exec((given[0] as { sql: string }).sql)?.[1] ?? '')
        return part.apply(whole, given)
      }
    },
  })
}
