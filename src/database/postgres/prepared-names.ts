/** Statements that are prepared on each connection, at most; others are planned each time. */
const MOST = 300

/** Names statements from their second use on, so that PostgreSQL parses and plans them once for each connection. */
export function createStatementNames(): (sql: string) => string | undefined {
  const names = new Map<string, string | null>()
  let named = 0
  return (sql) => {
    const known = names.get(sql)
    if (known) return known
    if (sql.length > 20_000) return undefined
    if (known === null && named < MOST) {
      const name = `s${++named}`
      names.set(sql, name)
      return name
    }
    if (names.size >= 10 * MOST) for (const [text, name] of names) if (name === null) names.delete(text)
    names.set(sql, null)
    return undefined
  }
}
