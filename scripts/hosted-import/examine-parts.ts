import type { App } from '#domain/app.ts'
import type { ReceivedFile } from '#domain/files/file-store.ts'
import { REFERENCE_LINK_LIMIT } from '#domain/paper/paper.ts'
import { isReferenceLink, withoutTurning } from '#domain/paper/submission.ts'
import { takePdf } from './examine-pdf.ts'
import type { CopyOf, HostedFolder } from './hosted-folder.ts'
import { hostedPathOf, isHosted } from './hosted-path.ts'

/** `path` is where the part was stored, also where it is not taken. */
type TakenPart = { path?: string; file?: ReceivedFile; changes: string[] }

/** A picture that cannot come is no reason to leave its paper behind. */
export async function takeThumbnail(
  { inspector }: Pick<App, 'inspector'>,
  copy: CopyOf,
  link: string,
): Promise<TakenPart> {
  if (link === '') return { changes: [] }
  const path = hostedPathOf(link)
  if (path === null) return { changes: ['its thumbnail is on another site; page 1 is used instead'] }
  const file = await copy(path)
  if (!file) return { path, changes: [`its thumbnail ${path} is missing; page 1 is used instead`] }
  const image = await inspector.prepareThumbnail(file.path)
  if (image.accepted) return { path, file, changes: [] }
  return { path, changes: [`its thumbnail is left out and page 1 is used instead: ${image.sentence}`] }
}

/** Answers that are in the old store come as a file; otherwise their link stays, if it is one. */
export async function takeAnswers(
  app: Pick<App, 'inspector'>,
  folder: HostedFolder,
  copy: CopyOf,
  text: string,
): Promise<TakenPart & { link: string }> {
  const isLink = isReferenceLink(text) && text.length <= REFERENCE_LINK_LIMIT
  const link = isLink ? withoutTurning(text) : ''
  const path = hostedPathOf(text)
  const isStored = path !== null && (isHosted(text) || folder.paths().includes(path))
  if (!isStored)
    return { link, changes: isLink ? [] : [`its reference link “${text}” is left out: it is no web address`] }
  const pdf = await takePdf(app, folder, copy, path)
  if ('why' in pdf)
    return { link, path, changes: [`its answers lay in the old store and are left there: ${pdf.why}`] }
  const changes = ['its answers are a file here and no link', ...pdf.changes]
  return { link: '', path, file: pdf.file, changes }
}
