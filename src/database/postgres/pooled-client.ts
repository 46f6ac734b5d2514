import type { PostgresQueryResult } from 'kysely'
import type { PoolClient, QueryArrayResult } from 'pg'
import { camelCased, rowOf } from '../row-names.ts'
import type { Versions } from '../versions.ts'
import { isConnectionLost, markFault } from './mark-fault.ts'
import { toParameter } from './value-types.ts'

export type ClientHooks = {
  nameOf(sql: string): string | undefined
  /** Called after each commit, before it is answered. */
  committed?: ((versions: Versions) => void) | undefined
}

const VERSIONS = 'select version, prepared, counts from content_version'
const WRITES = ['INSERT', 'UPDATE', 'DELETE', 'MERGE']
const KNOWN_SHAPES = 1_000

/** A connection of the pool as Kysely uses it: statements are prepared, rows have the schema's names and types. */
export class PooledClient {
  readonly #client: PoolClient
  readonly #hooks: ClientHooks
  #isInTransaction = false
  #isLost = false

  constructor(client: PoolClient, hooks: ClientHooks) {
    this.#client = client
    this.#hooks = hooks
    // Without a listener, a connection that breaks between two statements would end the process.
    client.on('error', () => {
      this.#isLost = true
    })
  }

  async query<Row>(sql: unknown, parameters: ReadonlyArray<unknown> = []): Promise<PostgresQueryResult<Row>> {
    try {
      const text = sql as string
      if (text === 'commit') return await this.#commit()
      if (text === 'begin') this.#isInTransaction = true
      if (text === 'rollback') this.#isInTransaction = false
      return await this.#run<Row>(text, parameters)
    } catch (error) {
      markFault(error)
      if (isConnectionLost(error)) this.#isLost = true
      throw error
    }
  }

  release(): void {
    const isUsable = !this.#isLost && !this.#isInTransaction
    this.#client.release(!isUsable)
  }

  async #run<Row>(text: string, parameters: ReadonlyArray<unknown>): Promise<PostgresQueryResult<Row>> {
    const name = this.#hooks.nameOf(text)
    const values = parameters.map(toParameter)
    const result = await this.#client.query<unknown[]>({
      text,
      values,
      rowMode: 'array',
      ...(name ? { name } : {}),
    })
    const { committed } = this.#hooks
    if (committed && !this.#isInTransaction && WRITES.includes(result.command))
      committed(versionsOf(await this.#client.query({ text: VERSIONS, rowMode: 'array' })))
    const columns = columnsOf(text, result)
    return {
      command: result.command as PostgresQueryResult<Row>['command'],
      rowCount: result.rowCount ?? 0,
      rows: result.rows.map((row) => rowOf(columns, row) as Row),
    }
  }

  /** In one round trip with the version, so that whoever wrote sees a newer one at once. */
  async #commit<Row>(): Promise<PostgresQueryResult<Row>> {
    const { committed } = this.#hooks
    const text = committed ? `commit; ${VERSIONS}` : 'commit'
    const results = (await this.#client.query({ text, rowMode: 'array' })) as unknown
    const [ended, read] = (Array.isArray(results) ? results : [results]) as QueryArrayResult<unknown[]>[]
    this.#isInTransaction = false
    if (read) committed?.(versionsOf(read))
    return { command: ended?.command as 'COMMIT' | 'ROLLBACK', rowCount: 0, rows: [] }
  }
}

function versionsOf({ rows }: QueryArrayResult<unknown[]>): Versions {
  const [content = 0, prepared = 0, counts = 0] = rows[0]?.map(Number) ?? []
  return { content, prepared, counts }
}

const shapes = new Map<string, string[]>()

function columnsOf(sql: string, { fields }: QueryArrayResult<unknown[]>): string[] {
  const known = shapes.get(sql)
  if (known?.length === fields.length) return known
  if (shapes.size >= KNOWN_SHAPES) shapes.clear()
  const columns = fields.map(({ name }) => camelCased(name))
  shapes.set(sql, columns)
  return columns
}
