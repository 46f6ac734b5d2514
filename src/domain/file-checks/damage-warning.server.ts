import type { App } from '#domain/app.ts'
import { clearWarning, raiseWarning } from '#domain/warnings/warnings.server.ts'
import { type FaultyFile, selectFaulty, selectFaultyKeys } from './checks-store.server.ts'

/** Named in the sentence. */
const NAMED = 3

/** Warns of the files that are missing or damaged, and says how each is repaired; clears the warning when there is none. */
export async function warnOfDamage(app: Pick<App, 'db' | 'clock' | 'backups'>): Promise<void> {
  const named = await selectFaulty(app.db, NAMED)
  if (named.length === 0) return await clearWarning(app, 'files-damaged')
  const { length: count } = await selectFaultyKeys(app.db)
  const kept = await app.backups.holding(named)
  const inBackup = named.filter((_, at) => kept?.held[at])
  const lost = named.filter((_, at) => !kept?.held[at])
  const sentences = [sayFaulty(named, count)]
  if (kept && inBackup.length > 0) sentences.push(sayRestore(kept.place, inBackup, count))
  if (lost.length > 0) sentences.push(sayLost(lost, named.length))
  await raiseWarning(app, 'files-damaged', sentences.join(' '))
}

function sayFaulty(named: FaultyFile[], count: number) {
  const each = named.map(
    ({ title, key, fault, isBinned, isFormer }) =>
      `${title === null ? key : `"${title}"${isBinned ? ' in the bin' : isFormer ? ', replaced' : ''} (${key})`} is ${fault}`,
  )
  const more = count > named.length ? `; and ${count - named.length} more` : ''
  return `${count === 1 ? 'A stored file needs repair' : `${count} stored files need repair`}: ${each.join('; ')}${more}.`
}

function sayRestore(place: string, files: FaultyFile[], count: number) {
  const which = count > NAMED ? ['--damaged'] : files.map(({ key }) => `--file ${key}`)
  const what = count === 1 ? 'it' : files.length === count ? 'them' : 'what it has of them'
  return `To repair ${what}, restore ${what === 'it' ? 'it' : 'them'} from the backup: npm run restore -- ${quoted(place)} ${which.join(' ')}`
}

function sayLost(lost: FaultyFile[], named: number) {
  const which = lost.length === named ? (named === 1 ? 'it' : 'them') : lost.map(({ key }) => key).join(', ')
  return `No backup has ${which}: upload the PDF or picture again on the desk, with Replace.`
}

/** As a shell reads it as one word. */
function quoted(word: string) {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
