import type { App } from '#domain/app.ts'
import { readHints } from '#domain/autofill/read-hints.ts'
import { ALL_SUBJECTS, type Degree, OTHER_SUBJECT, PREVIOUS_YEARS, TITLE_LIMIT } from '#domain/paper/paper.ts'
import { type PaperSubmission, paperSubmission } from '#domain/paper/submission.ts'
import type { MovedPaper, Upload } from '#domain/publishing/plan-files.server.ts'
import { currentYear } from '#domain/time/india-time.ts'
import type { HostedDocument } from './documents.ts'
import { takeAnswers, takeThumbnail } from './examine-parts.ts'
import { takePdf } from './examine-pdf.ts'
import type { CopyOf, HostedFolder } from './hosted-folder.ts'
import { hostedPathOf, nameAndTime } from './hosted-path.ts'
import { asText, readCount, readDegree, readMonth, readSubject, readYear } from './read-fields.ts'

type Examining = Pick<App, 'inspector' | 'clock'>

/** What a document becomes here, or why it cannot. */
export type Examined =
  | { why: string }
  | { submission: PaperSubmission; upload: Upload & { moved: MovedPaper }; changes: string[] }

/** Reads every field and inspects every file; `uploadId` names the paper that is made of it. */
export async function examinePaper(
  app: Examining,
  folder: HostedFolder,
  copy: CopyOf,
  { document, uploadId }: { document: HostedDocument; uploadId: string },
): Promise<Examined> {
  const { fields } = document
  const changes: string[] = []
  const path = hostedPathOf(asText(fields.link))
  if (path === null)
    return { why: asText(fields.link) ? 'its link leads to another site' : 'it has no link to a file' }
  const pdf = await takePdf(app, folder, copy, path)
  if ('why' in pdf) return pdf
  changes.push(...pdf.changes)
  const read = readPaper(app, document, { path, text: pdf.text, name: pdf.file.originalName })
  if ('why' in read) return read
  changes.push(...read.changes)
  const thumbnail = await takeThumbnail(app, copy, asText(fields.thumbnail))
  const answers = await takeAnswers(app, folder, copy, asText(fields.referenceLink))
  changes.push(...thumbnail.changes, ...answers.changes)
  const paths = { file: path, thumbnail: thumbnail.path, answers: answers.path }
  const parts = ['file', 'thumbnail', 'answers'] as const
  const formerPaths = parts.flatMap((part) => {
    const fullPath = paths[part]
    return fullPath ? [{ part, fullPath }] : []
  })
  const { file, pages, page1 } = pdf
  return {
    submission: { ...read.submission, referenceLink: answers.link },
    upload: {
      ...{ pdf: file, thumbnail: thumbnail.file, answers: answers.file, uploadId },
      judged: { pages, thumbnail: page1 },
      moved: { publishedAt: timeOf(app, folder, document, path), views: read.views, formerPaths },
    },
    changes,
  }
}

/** When it was stored: by the store, by its name, or by the document; now where nobody knows, or in the future. */
export function timeOf(
  { clock }: Pick<App, 'clock'>,
  folder: HostedFolder,
  { createdAt }: HostedDocument,
  path: string | null,
): Date {
  const known = knownTime(folder, createdAt, path)
  const now = clock.now()
  return known && known < now ? known : now
}

export function knownTime(folder: HostedFolder, createdAt: Date | null, path: string | null): Date | null {
  if (path === null) return createdAt
  return folder.metadata(path)?.storedAt ?? nameAndTime(path).storedAt ?? createdAt
}

function readPaper(
  { clock }: Pick<App, 'clock'>,
  { fields }: HostedDocument,
  { path, text, name }: { path: string; text: string; name: string },
): { why: string } | { submission: PaperSubmission; views: number; changes: string[] } {
  const folder = path.includes('/') ? path.slice(0, path.indexOf('/')) : ''
  const degree = readDegree(fields.type, fields.grade, folder)
  const month = readMonth(fields.month)
  const year = readYear(fields.year)
  for (const read of [degree, month, year]) if ('why' in read) return read
  if ('why' in degree || 'why' in month || 'why' in year) throw new Error('Returned above')
  const views = readCount(fields.views)
  const title = readTitle(asText(fields.title), name)
  const now = clock.now()
  const subject = readSubjectOf(fields.subject, degree.value, () =>
    readHints({ fileName: `${title.value}.pdf`, firstPage: text, now }),
  )
  const checked = paperSubmission(currentYear(now), { mayBeOfAll: true }).safeParse({
    ...{ title: title.value, degree: degree.value.slug, subject: subject.value, month: month.value },
    ...{ year: String(year.value), referenceLink: '' },
  })
  if (!checked.success) return { why: checked.error.issues[0]?.message ?? 'a field is wrong' }
  const changes = [title, degree, subject, month, year, views].flatMap(({ change }) => change ?? [])
  return { submission: checked.data, views: views.value, changes }
}

function readTitle(text: string, name: string): { value: string; change?: string } {
  const letters = [...text.normalize('NFC')]
  if (letters.length > TITLE_LIMIT)
    return {
      value: letters.slice(0, TITLE_LIMIT).join(''),
      change: `the title is cut to ${TITLE_LIMIT} characters`,
    }
  if (text !== '') return { value: text }
  const value = name.replace(/\.[A-Za-z0-9]{1,5}$/, '')
  return { value, change: `the title is its file's name, “${value}”` }
}

/** As it is there: a paper of all subjects stays one, and the report offers what title or page 1 may say. */
function readSubjectOf(
  text: unknown,
  degree: Degree,
  hintsOf: () => ReturnType<typeof readHints>,
): { value: PaperSubmission['subject']; change?: string } {
  const read = readSubject(text)
  const subject = 'why' in read ? { value: OTHER_SUBJECT as PaperSubmission['subject'] } : read
  if (subject.value !== ALL_SUBJECTS || degree.grade === PREVIOUS_YEARS) return subject
  const guess = hintsOf().subject?.value
  const offer = guess && guess !== ALL_SUBJECTS ? `; by its title or page 1 it may be ${guess}` : ''
  return { value: ALL_SUBJECTS, change: `it is of no one subject and stays under All subjects${offer}` }
}
