import { hash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Log } from '#domain/app.ts'
import { cleanPageText } from '#domain/page-text/clean-page-text.ts'
import { type TextLine, turnLines } from '#domain/page-text/text-line.ts'
import type { Turn } from '#domain/page-turns/turn.ts'
import { createInspector } from '#server/adapters/pdf/inspector.ts'
import { createRecogniser } from '#server/adapters/recognition/recogniser.ts'
import { createJobs } from '#server/jobs/jobs.ts'

/** Its lines, as the site stores them, and where its picture is; `isRecognised`: they are not the file's own. */
export type ReadPage = { page: number; lines: TextLine[]; isRecognised: boolean; picture: string }

type OwnPage = Pick<ReadPage, 'page' | 'lines'> & { isUnread: boolean }

const say = (fields: object, message: string) => console.error(message, fields)
const log: Log = { info: say, warn: say, error: say }
/** What was read stays in the machine's temporary folder: recognising all papers takes half an hour. */
const KEPT = join(tmpdir(), 'thervu-bench-questions')

/** Reads papers as the site does: their own lines, or recognised ones where these are garbage or missing. */
export function createPaperReader() {
  const jobs = createJobs({ log })
  const inspector = createInspector({}, jobs)
  const recogniser = createRecogniser({ languages: ['eng', 'hin', 'tam'], log, idleMs: 60_000 })

  /** Each page is kept as it is read. */
  async function read(path: string): Promise<ReadPage[]> {
    const folder = join(KEPT, hash('sha256', readFileSync(path), 'hex').slice(0, 16))
    const own = join(folder, 'own.json')
    if (!existsSync(own)) {
      mkdirSync(folder, { recursive: true })
      const { read: pages } = await readPages(path, { from: 1, to: 1_000 })
      for (const { page, large } of pages) writeFileSync(join(folder, `${page}.webp`), large)
      keep(
        own,
        pages.map(({ page, lines, isUnread }) => ({ page, lines, isUnread })),
      )
    }
    const all: ReadPage[] = []
    for (const { page, lines, isUnread } of JSON.parse(readFileSync(own, 'utf8')) as OwnPage[]) {
      const picture = join(folder, `${page}.webp`)
      const recognised = isUnread ? await recognise(path, page, picture) : []
      const isRecognised = recognised.length > 0
      all.push({ page, lines: isRecognised ? recognised : lines, isRecognised, picture })
    }
    return all
  }

  async function recognise(path: string, page: number, picture: string): Promise<TextLine[]> {
    const kept = picture.replace('.webp', '.json')
    if (existsSync(kept)) return JSON.parse(readFileSync(kept, 'utf8'))
    if (process.env.RECOGNISE === 'no') return []
    const found = await recogniser.recognisePage(path, page)
    if (typeof found === 'string' || cleanPageText(found.text) === '') return keep(kept, [])
    return keep(kept, await upright(path, page, found, picture))
  }

  async function readPages(path: string, range: { from: number; to: number; turns?: Record<number, Turn> }) {
    const found = await inspector.readPages(path, range)
    if ('accepted' in found) throw new Error(`${path}: ${found.sentence}`)
    return found
  }

  async function upright(
    path: string,
    page: number,
    { lines, turn = 0 }: { lines: TextLine[]; turn?: Turn },
    picture: string,
  ) {
    if (turn === 0) return lines
    const { read } = await readPages(path, { from: page, to: page, turns: { [page]: turn } })
    const [turned] = read
    if (!turned) return lines
    writeFileSync(picture, turned.large)
    return turnLines(lines, turn, turned.height)
  }

  return {
    read,
    async close() {
      await Promise.all([inspector.close(), recogniser.close()])
      await jobs.close()
    },
  }
}

function keep<Kept>(path: string, what: Kept): Kept {
  writeFileSync(`${path}.draft`, JSON.stringify(what))
  renameSync(`${path}.draft`, path)
  return what
}
