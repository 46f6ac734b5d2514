import { access, constants } from 'node:fs/promises'
import type { Inspector, PageRead, PdfRefused } from '#domain/files/inspect-pdf.ts'
import type { JobKind } from '#server/jobs/job-messages.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { refusePdf } from '../refusals.ts'
import type { PageReport, PagesTask } from '../tasks.ts'

/** After so many successive pages that cost a worker each, the rest count as failed. */
const MOST_LOST = 5

type Found = { pages: number; read: PageRead[]; failed: number[]; next: number }

/** The worker reports each page when done, so that a lost worker costs one page. `deadlineMs` is for each page. */
export function createPageReader(
  jobs: Jobs,
  kind: JobKind,
  { memoryMiB, deadlineMs }: { memoryMiB: number; deadlineMs: number },
): Inspector['readPages'] {
  return async (path, { from, to }) => {
    await access(path, constants.R_OK)
    const found: Found = { pages: 0, read: [], failed: [], next: Math.max(1, from) }
    for (let lost = 0; lost < MOST_LOST; ) {
      const start = found.next
      const ended = await readOn(path, to, found)
      if (typeof ended !== 'string') return ended ?? result(found)
      if (found.pages === 0 || jobs.isClosed()) return refusePdf(ended)
      const moved = found.next > start
      if (moved) lost = 0
      // The failure may be the worn worker's: the page is tried again in a new one.
      if (moved && ended !== 'took-too-long') continue
      found.failed.push(found.next++)
      lost += 1
      if (found.next > Math.min(to, found.pages)) return result(found)
    }
    while (found.next <= Math.min(to, found.pages)) found.failed.push(found.next++)
    return result(found)
  }

  async function readOn(path: string, to: number, found: Found) {
    // After a lost process the job goes on at the first page that was not reported.
    const task = (): PagesTask => ({ path, from: found.next, to, memoryMiB })
    const onReport = (made: unknown) => take(made as PageReport, found)
    return await jobs.run<PdfRefused | null>(kind, task, { deadlineMs, onReport })
  }
}

function take(report: PageReport, found: Found) {
  if ('pages' in report) found.pages = report.pages
  else if ('read' in report) found.read.push(report.read)
  else found.failed.push(report.failed)
  if (!('pages' in report)) found.next += 1
}

function result({ pages, read, failed }: Found) {
  return { pages, read, failed }
}
