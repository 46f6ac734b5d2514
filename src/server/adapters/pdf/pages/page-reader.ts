import { access, constants } from 'node:fs/promises'
import type { PagesRead, PdfRefused, TextRead } from '#domain/files/inspect-pdf.ts'
import type { Turns } from '#domain/page-turns/turn.ts'
import type { JobKind } from '#server/jobs/job-messages.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { refusePdf } from '../refusals.ts'
import type { PageReport, PagesTask } from '../tasks.ts'

/** After so many successive pages that cost a worker each, the rest count as failed. */
const MOST_LOST = 5

type Found<Read> = { pages: number; read: Read[]; failed: number[]; next: number }

type Range = { from: number; to: number; turns?: Turns }

/** The worker reports each page when done, so that a lost worker costs one page. `deadlineMs` is for each page. */
export function createPageReader<Read extends TextRead>(
  jobs: Jobs,
  kind: JobKind,
  { memoryMiB, deadlineMs, isDrawn }: { memoryMiB: number; deadlineMs: number; isDrawn: boolean },
): (path: string, range: Range) => Promise<PagesRead<Read>> {
  return async (path, { from, ...rest }) => {
    await access(path, constants.R_OK)
    const { to } = rest
    const found: Found<Read> = { pages: 0, read: [], failed: [], next: Math.max(1, from) }
    for (let lost = 0; lost < MOST_LOST; ) {
      const start = found.next
      const ended = await readOn(path, rest, found)
      if (typeof ended !== 'string') return ended ?? result(found)
      if (found.pages === 0 || jobs.isClosed()) return refusePdf(ended)
      const moved = found.next > start
      if (moved) lost = 0
      // The failure may be the worn worker's: the page is tried again in a new one.
      if (moved && ended !== 'took-too-long') continue
      if (ended === 'interrupted') return refusePdf(ended)
      found.failed.push(found.next++)
      lost += 1
      if (found.next > Math.min(to, found.pages)) return result(found)
    }
    while (found.next <= Math.min(to, found.pages)) found.failed.push(found.next++)
    return result(found)
  }

  async function readOn(path: string, rest: Omit<Range, 'from'>, found: Found<Read>) {
    // After a lost process the job goes on at the first page that was not reported.
    const task = (): PagesTask => ({ path, from: found.next, ...rest, memoryMiB, isDrawn })
    const onReport = (made: unknown) => take(made as PageReport<Read>, found)
    return await jobs.run<PdfRefused | null>(kind, task, { deadlineMs, onReport })
  }
}

function take<Read>(report: PageReport<Read>, found: Found<Read>) {
  if ('pages' in report) found.pages = report.pages
  else if ('read' in report) found.read.push(report.read)
  else found.failed.push(report.failed)
  if (!('pages' in report)) found.next += 1
}

function result<Read>({ pages, read, failed }: Found<Read>) {
  return { pages, read, failed }
}
