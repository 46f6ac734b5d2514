import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the run's PostgreSQL server, ending in a slash. */
    postgres: string
  }
}

/** One server for the whole run, and only when a test is chosen that uses it. */
export default async function setup(project: TestProject) {
  const server = await startPostgres()
  project.provide('postgres', server.url(''))
  return () => server.stop()
}
