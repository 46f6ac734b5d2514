import type { TestProject } from 'vitest/node'
import { namedServer, startPostgres } from './postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the run's PostgreSQL server. */
    postgres: string
  }
}

/** One server for the whole run, and only when a test is chosen that uses it. */
export default async function setup(project: TestProject) {
  const { POSTGRES_TESTS: other } = process.env
  const server = other ? await namedServer(other) : await startPostgres()
  project.provide('postgres', server.url(''))
  return () => server.stop()
}
