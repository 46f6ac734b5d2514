import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { ReceivedFile } from '#domain/files/received-file.ts'
import { degreeOf, type Grade, MONTHS, type PaperType, type Subject } from '#domain/paper/paper.ts'
import type { SamplePaper } from '#domain/samples/samples.server.ts'
import { PROJECT_ROOT } from '../folders/project-root.ts'
import type { Quarantine } from '../uploading/quarantine.ts'
import { writeMeasured } from '../uploading/write-file.ts'

type Entry = {
  file: string
  answers: string | null
  title: string
  type: PaperType
  grade: Grade
  subject: Subject
  month: number
  year: number
}

const FOLDER = join(PROJECT_ROOT, 'samples')

/** The papers of `samples/catalogue.json`, each when it is asked for; `say` is told how far a first start is with them. */
export async function* readSamples(
  quarantine: Quarantine,
  say: (line: string) => void,
): AsyncIterable<SamplePaper> {
  const entries: Entry[] = JSON.parse(await readFile(join(FOLDER, 'catalogue.json'), 'utf8'))
  for (const [index, entry] of entries.entries()) {
    // Installing and building, which scripts/setup.mjs tells of, are the first 85 %.
    const share = 85 + Math.floor((15 * index) / entries.length)
    say(` ${share} %  Adding sample paper ${index + 1} of ${entries.length}: ${entry.title}`)
    const degree = degreeOf(entry.type, entry.grade)
    const month = MONTHS[entry.month - 1]
    if (!degree || !month)
      throw new Error(`samples/catalogue.json: ${entry.file} has no such type, grade or month`)
    yield {
      name: basename(entry.file, '.pdf'),
      submission: {
        title: entry.title,
        degree: degree.slug,
        subject: entry.subject,
        month,
        year: entry.year,
        referenceLink: '',
        variant: '',
        board: '',
      },
      pdf: await receive(entry.file, quarantine),
      answers: entry.answers ? await receive(entry.answers, quarantine) : undefined,
    }
  }
}

async function receive(file: string, quarantine: Quarantine): Promise<ReceivedFile> {
  const bytes = createReadStream(join(FOLDER, file))
  return { originalName: basename(file), ...(await writeMeasured(bytes, quarantine.newPath())) }
}
