import type { App } from '#domain/app.ts'
import type { Language } from '#domain/language/languages.ts'
import { selectAllLines } from '#domain/page-text/page-texts.server.ts'
import { turnLines } from '#domain/page-text/text-line.ts'
import type { Printing } from '#domain/questions/find-questions.ts'
import { cropOf, sharedAndOwn } from '#domain/questions/question-crop.ts'
import { layoutOf, printingFor, versionOf } from '#domain/questions/question-picture.server.ts'
import { findPrintings, selectQuestionsOf } from '#domain/questions/questions.server.ts'
import { openPicture, tagOf } from './find-pages.server.ts'
import { type RenderJob, selectJobOf } from './store.server.ts'

/** `version` changes with the picture. */
type Opened = { bytes: Uint8Array; version: string }

/**
 * The picture of a question, or of the answer to it, WebP of at most 40 KB for two pages: that which is stored next to its pages', else cut from these and stored.
 * `no-pages` while not all of them have pictures, `many` while too many others wait.
 */
export async function openQuestionPicture(
  app: Pick<App, 'db' | 'readDb' | 'pageStore' | 'pictures' | 'log'>,
  request: {
    paperId: string
    id: string
    language?: Language
    of?: 'questions' | 'answers'
    isBare?: boolean
  },
): Promise<Opened | 'no-paper' | 'no-question' | 'no-pages' | 'many'> {
  const { paperId, id, language, of, isBare = false } = request
  const job = await selectJobOf(app.readDb, paperId, of === 'answers' ? 'answersKey' : 'fileKey')
  if (!job) return 'no-paper'
  const printing = printingFor(await findPrintings(app, job.fileKey, id), language)
  if (!printing) return 'no-question'
  const layout = layoutOf(printing.boxes)
  const version = versionOf(job.fileKey, printing, isBare)
  const [folder, name] = [tagOf(job.fileKey, job.madeBy), `question-${version}.webp`]
  const stored = await app.pageStore.read(folder, name)
  if (stored && isWhole(stored)) return { bytes: stored, version }
  const pages = new Map<number, Uint8Array>()
  for (const page of new Set(layout.parts.map((part) => part.page))) {
    const turn = job.images[page - 1]?.turn ?? 0
    const bytes = await openPicture(app, { paperId, tag: folder, page, turn, width: 1440 })
    if (!bytes) return 'no-pages'
    pages.set(page, bytes)
  }
  const hidden = isBare ? await hiddenOf(app, job, id, printing) : undefined
  const picture = await app.pictures.ofQuestion(`${folder} ${name}`, { layout, pages, hidden })
  if (!picture) return 'many'
  try {
    await app.pageStore.put(folder, name, picture.bytes)
  } catch (error) {
    app.log.error({ err: error, key: job.fileKey }, 'the picture of a question could not be stored')
  }
  return { bytes: picture.bytes, version }
}

/** The lines that say the question's number and marks, as its pages are turned. */
async function hiddenOf(app: Pick<App, 'readDb'>, job: RenderJob, id: string, { boxes }: Printing) {
  const questions = (await selectQuestionsOf(app.readDb, [job.fileKey])).get(job.fileKey)
  const question = questions?.find((each) => each.id === id)
  if (!question) return undefined
  const lines = await selectAllLines(app.readDb, job.fileKey)
  return cropOf(question, { boxes: sharedAndOwn(boxes).own }, (page) => {
    const { turn = 0, height = 0 } = job.images[page - 1] ?? {}
    return turnLines(lines.get(page)?.lines ?? [], turn, height)
  })
}

/** A power cut can truncate a picture; WebP says how long it is after its first eight bytes. */
function isWhole(bytes: Uint8Array): boolean {
  return (
    bytes.length > 12 && new DataView(bytes.buffer, bytes.byteOffset).getUint32(4, true) + 8 === bytes.length
  )
}
