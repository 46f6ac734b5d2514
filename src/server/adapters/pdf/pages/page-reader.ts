import { access, constants } from 'node:fs/promises'
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads'
import type { Inspector, PageRead, PdfRefused } from '#domain/files/inspect-pdf.ts'
import { refusePdf } from '../refusals.ts'
import type { ForPdfium, PageReport, PagesTask } from '../tasks.ts'
import type { WorkerPool } from '../worker-pool.ts'

/** After so many successive pages that cost a worker each, the rest count as failed. */
const MOST_LOST = 5

type Found = { pages: number; read: PageRead[]; failed: number[]; next: number }

/** The worker reports each page when done, so that a lost worker costs one page. `deadlineMs` is for each page. */
export function createPageReader(
  pool: WorkerPool,
  given: () => Promise<ForPdfium>,
  deadlineMs: number,
): Inspector['readPages'] {
  return async (path, { from, to }) => {
    await access(path, constants.R_OK)
    const found: Found = { pages: 0, read: [], failed: [], next: Math.max(1, from) }
    for (let lost = 0; lost < MOST_LOST; ) {
      const start = found.next
      const ended = await readOn(path, to, found)
      if (typeof ended !== 'string') return ended ?? result(found)
      if (found.pages === 0 || pool.isClosed()) return refusePdf(ended)
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
    const { port1, port2 } = new MessageChannel()
    const task: PagesTask = { ...(await given()), path, from: found.next, to, port: port2 }
    let again = () => {}
    port1.on('message', (report: PageReport) => {
      again()
      take(report, found)
    })
    try {
      return await pool.run<PdfRefused | null>(task, {
        deadlineMs,
        transfer: [port2],
        prolong: (restart) => {
          again = restart
        },
      })
    } finally {
      // Reports from just before the worker ended.
      for (let last = receiveMessageOnPort(port1); last; last = receiveMessageOnPort(port1))
        take(last.message, found)
      port1.close()
    }
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
