import { hash } from 'node:crypto'
import type { App } from '#domain/app.ts'
import type { Language } from '#domain/language/languages.ts'
import { DEFAULT_STATE, type State } from '#domain/paper/exams-and-subjects.ts'
import {
  type Centre,
  type CurrentCentre,
  type PublicCentre,
  type PublishedCentre,
  publicPart,
} from '../centre.ts'
import { centreIn } from '../translations/centre-in-language.ts'
import { readDocument } from './document.ts'
import { selectVersions } from './publish-centre.server.ts'

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

type PublicContent = { digest: string; centre: PublicCentre; json: string }

const made = new WeakMap<Centre, Map<Language, PublicContent>>()

/** What browsers get of a centre, with its digest of 22 letters; made once for a version and a language. */
export function publicContent(centre: Centre, language: Language = 'en'): PublicContent {
  const ofCentre = made.getOrInsertComputed(centre, () => new Map<Language, PublicContent>())
  return ofCentre.getOrInsertComputed(language, () => {
    const part = centreIn(publicPart(centre), language)
    const json = JSON.stringify(part)
    return { digest: hash('sha256', json, 'base64url').slice(0, 22), centre: part, json }
  })
}

/** Whose board the centre's own State Board papers are of. */
export async function ownStateOf({ centre }: Pick<App, 'centre'>): Promise<State> {
  return (await centre.read()).centre.stateBoard ?? DEFAULT_STATE
}
