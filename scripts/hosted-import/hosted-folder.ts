import { createReadStream } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { z } from 'zod'
import type { ReceivedFile } from '#domain/files/file-store.ts'
import { type EmptiedFolder, withPaths } from '#server/folders/make-folder.ts'
import { writeMeasured } from '#server/uploading/write-file.ts'
import { readTime } from './documents.ts'
import { nameAndTime } from './hosted-path.ts'

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

/** Where the stored files are: in one of these, or in the folder itself. */
const STORES = ['files', 'storage']
const METADATA = 'metadata.json'

const described = z.object({
  size: z.coerce.number().optional(),
  md5Hash: z.string().optional(),
  timeCreated: z.string().optional(),
  metadata: z.record(z.string(), z.string()).optional(),
  customMetadata: z.record(z.string(), z.string()).optional(),
})

/** Reads a folder with an export of the hosted site; docs/moving.md says what may be in it. Throws HostedFault. */
export async function openHostedFolder(dir: string, quarantine: EmptiedFolder): Promise<HostedFolder> {
  const isFolder = await stat(dir).then(
    (stats) => stats.isDirectory(),
    () => false,
  )
  if (!isFolder) throw new HostedFault(`There is no folder ${dir}.`)
  const { files, documents } = await listAll(dir)
  const metadata = await readMetadata(files, documents)
  return {
    paths: () => [...files.keys()],
    metadata: (path) => metadata.get(path) ?? null,
    async collection(names) {
      for (const name of names) {
        const whole = documents.get(`${name}.json`)
        if (whole) return { json: await readJson(whole) }
        const single = [...documents].filter(
          ([path]) => path.startsWith(`${name}/`) && !path.slice(name.length + 1).includes('/'),
        )
        if (single.length > 0) return { documents: await Promise.all(single.map(readDocument)) }
      }
      return null
    },
    withCopies: (use) =>
      withPaths(quarantine, (newPath) =>
        use(async (path) => {
          const from = files.get(path)
          if (!from) return null
          const measured = await writeMeasured(createReadStream(from), newPath())
          const { customMetadata } = metadata.get(path) ?? {}
          return { originalName: nameAndTime(path).name, ...measured, customMetadata }
        }),
      ),
  }
}

/** Stored files by their hosted paths, and JSON by its path in the folder; links are not followed. */
async function listAll(dir: string) {
  const files = new Map<string, string>()
  const documents = new Map<string, string>()
  for (const entry of await readdir(dir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const name = relative(dir, path).split(sep).join('/').normalize('NFC')
    const store = STORES.find((one) => name.startsWith(`${one}/`))
    const stored = store ? name.slice(store.length + 1) : name
    if (name.endsWith('.json')) documents.set(stored, path)
    else files.set(stored, path)
  }
  return { files, documents }
}

/** Of each file next to it (`x.pdf.json`), or of all in one file as a list. */
async function readMetadata(files: Map<string, string>, documents: Map<string, string>) {
  const metadata = new Map<string, HostedMetadata>()
  const whole = documents.get(METADATA)
  const listed = whole ? await readJson(whole) : []
  for (const one of Array.isArray(listed) ? listed : Object.values(listed as object))
    metadata.set(String(one.fullPath ?? one.name).normalize('NFC'), metadataFrom(one))
  for (const path of files.keys()) {
    const own = documents.get(`${path}.json`) ?? documents.get(`${path}.metadata.json`)
    if (own) metadata.set(path, metadataFrom(await readJson(own)))
  }
  return metadata
}

function metadataFrom(json: unknown): HostedMetadata {
  const { size, md5Hash, timeCreated, ...custom } = described.catch({}).parse(json)
  const customMetadata = custom.customMetadata ?? custom.metadata ?? {}
  return { size, md5Hash, storedAt: readTime(timeCreated), customMetadata }
}

async function readDocument([path, from]: [string, string]): Promise<[string, unknown]> {
  return [path.slice(path.lastIndexOf('/') + 1, -'.json'.length), await readJson(from)]
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse((await readFile(path, 'utf8')).replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new HostedFault(`${path} is not JSON: ${(error as Error).message}`)
  }
}
