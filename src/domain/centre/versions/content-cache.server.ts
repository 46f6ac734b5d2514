import type { App } from '#domain/app.ts'
import type { Centre } from '../centre.ts'
import { selectVersions } from './centre-store.server.ts'
import type { CurrentCentre, PublishedCentre } from './current-centre.ts'
import { readDocument } from './document.ts'

/** Read at once; when the newest is damaged, the good one is most often the next. */
const READ_AT_ONCE = 5

/** Asks the database again only when the content version has grown, whichever process or server published. */
export function createContentCache(
  first: Centre,
  isLocked: boolean,
  app: Pick<App, 'readDb' | 'versions' | 'log'>,
): CurrentCentre {
  let held: PublishedCentre = { version: 0, latest: 0, author: '', centre: first }
  let heldAt = -1
  let reading: { content: number; done: Promise<PublishedCentre> } | null = null
  const reported = new Set<number>()

  async function readAnew(content: number) {
    try {
      held = await findLastGood()
      heldAt = content
    } catch (error) {
      app.log.error(
        { err: error },
        'the content of the site could not be read; pages show what was read last',
      )
    }
    return held
  }

  async function findLastGood(): Promise<PublishedCentre> {
    let latest = 0
    for (let before: number | undefined; ; ) {
      const rows = await selectVersions(app.readDb, { before, limit: READ_AT_ONCE })
      for (const row of rows) {
        latest ||= row.id
        if (row.id === held.version) return { ...held, latest }
        const document = readDocument(row)
        if ('centre' in document)
          return { version: row.id, latest, author: row.author, centre: document.centre }
        if (!reported.has(row.id))
          app.log.error(
            { version: row.id, fault: document.damaged },
            'this version of the content of the site is damaged; the last good one is shown',
          )
        reported.add(row.id)
      }
      before = rows.at(-1)?.id
      if (before === undefined) return { version: 0, latest, author: '', centre: first }
    }
  }

  return {
    first,
    isLocked,
    async read(isAnew = false) {
      if (isLocked) return held
      // The loaders that call this are later than the arrival of their request.
      const { content } = app.versions(true)
      if (content === heldAt && !isAnew) return held
      if (reading?.content === content && !isAnew) return await reading.done
      const done = readAnew(content)
      reading = { content, done }
      return await done.finally(() => {
        if (reading?.done === done) reading = null
      })
    },
  }
}
