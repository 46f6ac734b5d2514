import type { App } from '#domain/app.ts'

/** The places of the database's files, each by the name that is kept there. */
export type KnownPlaces = { has(name: string): Promise<boolean>; add(name: string): Promise<void> }

export type FileStores = Pick<App, 'files' | 'inbox' | 'pageStore'> & {
  /** Once at a start: throws ConfigError when the place cannot be used, or holds the files of another database. */
  claim(known: KnownPlaces): Promise<void>
  close(): void
}
