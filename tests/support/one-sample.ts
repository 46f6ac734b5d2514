import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SamplePaper } from '#domain/samples.server.ts'
import { plainPdf } from './made-pdfs.ts'

/** A catalogue of samples with one paper, whose file is written into the folder: to judge the real ones takes seconds. */
export async function* oneSample(folder: string): AsyncGenerator<SamplePaper> {
  const path = join(folder, 'sample.pdf')
  const bytes = plainPdf({ text: 'A sample' })
  writeFileSync(path, bytes)
  const submission = { title: 'A sample', degree: 'jee', subject: 'all', month: 'May', year: 2020 } as const
  const digests = { md5: '', sha256: createHash('sha256').update(bytes).digest('hex') }
  const pdf = { path, originalName: 'sample.pdf', size: bytes.length, ...digests }
  yield {
    name: 'one',
    submission: {
      ...submission,
      referenceLink: '',
      variant: '',
      medium: '',
      kind: '',
      board: '',
      syllabus: '',
    },
    pdf,
  }
}
