/** A file of a batch: what is filled in, and what was there before somebody corrected it. */
export type CorrectedFile = {
  id: string
  name: string
  /** Separated by slashes. */
  folders: string
  fields: Readonly<Record<LearntField, string>>
  /** What was guessed, of fields that were corrected one file at a time. */
  guessed: Partial<Record<LearntField, string>>
  typed: readonly string[]
  doubtful: readonly string[]
  /** It may still be changed: it is neither confirmed nor being published. */
  isOpen: boolean
}

const FIELDS = ['subject', 'degree', 'year', 'month', 'board'] as const
type LearntField = (typeof FIELDS)[number]

/** What corrected files have in common: a word of their names, or the folder that they are in. */
type Trait = { kind: 'word' | 'folder'; text: string }

/** `corrected` says how many files somebody corrected so, `ids` to which others it can be done. */
export type LearntCorrection = {
  field: LearntField
  value: string
  trait: Trait
  corrected: number
  ids: string[]
}

const LIKE = 2
const YEAR = /^(?:19|20)\d\d$/

/** What two like corrections or more say of the rest of a batch, the one for most files first. Nothing where a file
 * with the same word or folder is surely something else. */
export function learnCorrections(files: readonly CorrectedFile[]): LearntCorrection[] {
  // Most batches have no two like corrections, and this is asked at every change.
  if (!FIELDS.some((field) => files.filter((file) => isCorrected(file, field)).length >= LIKE)) return []
  const traits = new Map(files.map((file) => [file.id, traitsOf(file)]))
  const learnt = FIELDS.flatMap((field) => {
    const corrected = files.filter((file) => isCorrected(file, field))
    const byValue = Map.groupBy(corrected, ({ fields }) => fields[field])
    return [...byValue].flatMap(([value, some]) => {
      if (some.length < LIKE) return []
      const shared = sharedBy(some.map(({ id }) => traits.get(id) ?? []))
      const found = shared.flatMap(([trait, count]) => {
        const key = keyOf(trait)
        const alike = files.filter(({ id }) => traits.get(id)?.some((each) => keyOf(each) === key))
        const guesses = new Set(some.map(({ guessed }) => guessed[field]))
        if (alike.some((file) => contradicts(file, field, value, guesses))) return []
        const ids = alike.filter((file) => isOffered(file, field, value)).map(({ id }) => id)
        return ids.length > 0 ? [{ field, value, trait, corrected: count, ids }] : []
      })
      return found.sort(byFitness).slice(0, 1)
    })
  })
  return learnt.sort((one, other) => other.ids.length - one.ids.length)
}

function isCorrected({ guessed, fields }: CorrectedFile, field: LearntField) {
  return guessed[field] !== undefined && fields[field] !== '' && fields[field] !== guessed[field]
}

function isOffered({ isOpen, typed, fields }: CorrectedFile, field: LearntField, value: string) {
  return isOpen && !typed.includes(field) && fields[field] !== value
}

/** Typed otherwise, or surely read as something that was not corrected. */
function contradicts(
  { typed, doubtful, fields }: CorrectedFile,
  field: LearntField,
  value: string,
  guesses: Set<string | undefined>,
) {
  const its = fields[field]
  if (its === value || its === '') return false
  return typed.includes(field) || !(doubtful.includes(field) || guesses.has(its))
}

/** Names tell the subject, folders when it was. */
function byFitness(one: LearntCorrection, other: LearntCorrection) {
  const told = one.field === 'year' || one.field === 'month' ? 'folder' : 'word'
  const isTold = ({ trait }: LearntCorrection) => Number(trait.kind === told)
  return (
    other.corrected - one.corrected ||
    isTold(other) - isTold(one) ||
    other.trait.text.length - one.trait.text.length
  )
}

/** Each trait that two or more have, with how many. */
function sharedBy(traits: Trait[][]): [Trait, number][] {
  const counted = new Map<string, [Trait, number]>()
  for (const trait of traits.flat()) {
    const [, count] = counted.get(keyOf(trait)) ?? [trait, 0]
    counted.set(keyOf(trait), [trait, count + 1])
  }
  return [...counted.values()].filter(([, count]) => count >= LIKE)
}

function traitsOf({ name, folders }: Pick<CorrectedFile, 'name' | 'folders'>): Trait[] {
  const bare = name.toLowerCase().replace(/\.pdf$/, '')
  const words = bare.match(/\p{L}[\p{L}\p{M}]+|\d{3,}/gu) ?? []
  const path = folders.split('/').filter(Boolean)
  return [
    ...[...new Set(words)].filter((word) => !YEAR.test(word)).map((text): Trait => ({ kind: 'word', text })),
    ...path.map((_, at): Trait => ({ kind: 'folder', text: path.slice(0, at + 1).join('/') })),
  ]
}

function keyOf({ kind, text }: Trait) {
  return `${kind}:${text}`
}
