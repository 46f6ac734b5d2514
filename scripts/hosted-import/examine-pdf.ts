import type { App } from '#domain/app.ts'
import type { ReceivedFile } from '#domain/files/file-store.ts'
import { PDF_LIMIT } from '#domain/files/upload-limits.ts'
import type { CopyOf, HostedFolder } from './hosted-folder.ts'

type TakenPdf = { file: ReceivedFile; pages: number; page1: Uint8Array; text: string; changes: string[] }

/** A copy of a stored PDF, inspected, without scripts that run by themselves; or why it cannot come. */
export async function takePdf(
  { inspector }: Pick<App, 'inspector'>,
  folder: HostedFolder,
  copy: CopyOf,
  path: string,
): Promise<TakenPdf | { why: string }> {
  const file = await copy(path)
  if (!file) return { why: `its file ${path} is missing` }
  if (file.size > PDF_LIMIT) return { why: `its file is larger than ${PDF_LIMIT / 2 ** 20} MiB` }
  const { size, md5Hash } = folder.metadata(path) ?? {}
  if ((size ?? file.size) !== file.size || (md5Hash ?? file.md5) !== file.md5)
    return { why: `its file ${path} is not the one that was stored; copy it again` }
  const judged = await inspector.inspectPdf(file.path)
  if (judged.accepted) {
    const { pages, thumbnail, text } = judged
    return { file, pages, page1: thumbnail, text, changes: [] }
  }
  if (judged.reason !== 'active-content') return { why: judged.sentence }
  const rewritten = await inspector.removeActiveContent(file.path)
  if (!('removed' in rewritten)) return { why: rewritten.sentence }
  const again = await inspector.inspectPdf(file.path)
  if (!again.accepted) return { why: again.sentence }
  const { size: newSize, md5, sha256 } = rewritten
  return {
    file: { ...file, size: newSize, md5, sha256, scriptsRemoved: true },
    ...{ pages: again.pages, page1: again.thumbnail, text: again.text },
    changes: ['scripts that run by themselves are taken out of its PDF'],
  }
}
