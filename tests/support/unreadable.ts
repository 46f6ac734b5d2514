import type { App } from '#domain/app.ts'

/** Parts of an app whose named tables cannot be read; what it logs as failed is added to `logged`. */
export function unreadable({ readDb, log }: App, tables: string[], logged: string[]): Partial<App> {
  return {
    log: { ...log, error: (_, message) => logged.push(message) },
    readDb: new Proxy(readDb, {
      get(whole, name) {
        const part = Reflect.get(whole, name, whole)
        if (typeof part !== 'function') return part
        return (...given: unknown[]) => {
          if (name === 'selectFrom' && tables.includes(String(given[0]))) throw new Error('disk I/O error')
          return part.apply(whole, given)
        }
      },
    }),
  }
}
