import type { ReceivedFile } from '#domain/files/received-file.ts'

/** What the hosted store kept about a file, where the export has it. */
export type HostedMetadata = {
  size?: number
  md5Hash?: string
  storedAt: Date | null
  customMetadata: Record<string, string>
}

/** The exported site: documents as JSON, and stored files in their paths. */
export type HostedFolder = {
  /** A collection under the first of these names that is there: its JSON, or that of each document by its id.
   * Null when none is. Throws HostedFault for what is not JSON. */
  collection(names: readonly string[]): Promise<{ json: unknown } | { documents: [string, unknown][] } | null>
  /** Every stored file's path. */
  paths(): readonly string[]
  metadata(path: string): HostedMetadata | null
  /** A copy that may be changed and is gone when `use` ends; null for a path that is not there. */
  withCopies<Result>(use: (copy: CopyOf) => Promise<Result>): Promise<Result>
}

export type CopyOf = (path: string) => Promise<ReceivedFile | null>

/** Why the folder cannot be read at all: one sentence for a person. */
export class HostedFault extends Error {}
