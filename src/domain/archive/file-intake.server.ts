import type { App } from '#domain/app.ts'
import { isFileKey } from '#domain/files/file-store.ts'
import { noteUnsettled } from '#domain/files/unsettled-store.server.ts'
import { isUploadId } from '#domain/inbox/inbox-file-store.ts'
import { ArchiveFault, type End, FILES, INBOX, INBOX_PDF, INBOX_PICTURE, type Member } from './archive.ts'

export type ImportedKeys = { stored: Set<string>; waiting: Set<string> }

/** Puts files where they belong, each once; what lies there already came with an earlier try. */
export async function openFileIntake(
  app: Pick<App, 'db' | 'files' | 'inbox'>,
  writeLent: (bytes: Uint8Array) => Promise<string>,
) {
  // Listed once: to ask for each file would take a bucket as long as storing it.
  const there = new Set<string>()
  for await (const { key } of app.files.list()) there.add(key)
  const stored = new Set<string>()
  const pictures = new Map<string, string>()
  const waiting = new Set<string>()
  let picture: { name: string; bytes: Uint8Array } | null = null

  async function takeStored(member: Member) {
    const key = member.name.slice(FILES.length)
    if (!isFileKey(key)) throw new ArchiveFault(`${member.name} of the archive is not a name of a file here.`)
    // Stored whole or not at all, and the bytes are compared at the end.
    if (!there.has(key)) {
      await noteUnsettled(app.db, 'files', [key])
      await app.files.put(key, { bytes: member.bytes })
    }
    stored.add(key)
  }

  async function takeWaiting(member: Member) {
    const [name = '', part] = member.name.slice(INBOX.length).split('/')
    const isPicture = part === INBOX_PICTURE
    if (!isUploadId(name) || !(isPicture || (part === INBOX_PDF && picture?.name === name)))
      throw new ArchiveFault(`${member.name} of the archive is not where it belongs.`)
    if (isPicture) {
      picture = { name, bytes: member.bytes }
      pictures.set(name, member.sha256)
    } else if (picture) {
      await noteUnsettled(app.db, 'inbox', [name])
      await app.inbox.put(name, { path: await writeLent(member.bytes) }, picture.bytes)
      waiting.add(name)
    }
  }

  return {
    pictures,
    async take(member: Member) {
      await (member.name.startsWith(FILES) ? takeStored(member) : takeWaiting(member))
    },
    /** Throws when a row's file did not come, unless it was missing on the exported site. */
    requireWhole({ missing }: End, keys: ImportedKeys) {
      const known = new Set(missing)
      const lost =
        keys.stored.difference(stored).difference(known).values().next().value ??
        [...keys.waiting].find((name) => !waiting.has(name) && !known.has(INBOX + name))
      if (lost !== undefined) throw new ArchiveFault(`The archive has a row for ${lost}, and not the file.`)
    },
    /** Keys of files that were deleted while the site was exported. */
    notIn: (keys: ImportedKeys): string[] => [...stored.difference(keys.stored)],
  }
}
