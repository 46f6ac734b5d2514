import {
  kindOf,
  languageOfPath,
  TRANSLATED_FIELDS,
  type TranslationLanguage,
  translationPath,
} from '#domain/centre/translations/translated-fields.ts'
import { leavesOf } from '#domain/centre/versions/document-fields.ts'
import { languageOfText } from '#domain/language/languages.ts'
import { hasSamples } from '#domain/samples.server.ts'
import type { App } from '../app.ts'
import type { Centre } from '../centre/centre.ts'
import { textsThatCame } from '../centre/translations/centre-in-language.ts'
import { offeredLanguages } from '../centre/translations/offered-languages.ts'
import { hasReachedAny, markReached, unmarkReached } from '../milestones.server.ts'
import { listPrices } from '../pricing/prices.server.ts'
import {
  FIRST_STEP_IDS,
  type FirstStep,
  type FirstStepId,
  isUntouched,
  type Onboarding,
  type Untranslated,
} from './onboarding-steps.ts'
import { isSample } from './sample-values.ts'

const PUT_OFF = 'first minutes put off'
const skipped = (id: FirstStepId) => `first step skipped: ${id}`

type Reads = Pick<App, 'db' | 'readDb' | 'centre'>

/** All steps; where the site is locked to its file those alone that the admin area can do. */
export async function readOnboarding(app: Reads): Promise<Onboarding> {
  const [{ centre }, prices, hasSamplePapers, left] = await Promise.all([
    app.centre.read(),
    listPrices(app),
    hasSamples(app),
    hasReachedAny(app.db, [PUT_OFF, ...FIRST_STEP_IDS.map(skipped)]),
  ])
  const untranslated = findUntranslated(centre)
  const isOpen = (id: FirstStepId) => {
    if (id === 'prices') return Object.values(prices).every((rupees) => rupees === null)
    if (id === 'languages') return Object.keys(untranslated).length > 0
    return id === 'papers' ? hasSamplePapers : isSample(centre, id)
  }
  const ids = app.centre.isLocked ? (['prices', 'papers'] as const) : FIRST_STEP_IDS
  const steps: FirstStep[] = ids.map((id) => ({
    id,
    isSample: isOpen(id),
    isSkipped: left.has(skipped(id)),
  }))
  return { steps, untranslated, isNew: !left.has(PUT_OFF) && !app.centre.isLocked && isUntouched(steps) }
}

function findUntranslated(centre: Centre): Untranslated {
  const came = textsThatCame()
  const found = offeredLanguages(centre).flatMap((language) => {
    const paths = language === 'en' ? [] : untranslatedIn(centre, language, came)
    return paths.length > 0 ? [[language, paths] as const] : []
  })
  return Object.fromEntries(found)
}

/** Whether the admin area is to open with the checklist of the setup. */
export async function isNewSite(app: Reads): Promise<boolean> {
  return (await readOnboarding(app)).isNew
}

/** For good, and for everybody who works at this site: the admin area opens with its papers. */
export async function postponeOnboarding(app: Pick<App, 'db' | 'clock'>): Promise<void> {
  await markReached(app.db, PUT_OFF, app.clock.now())
}

/** For everybody who works at this site, until it is taken up again. */
export async function skipStep(app: Pick<App, 'db' | 'clock'>, id: FirstStepId): Promise<void> {
  await markReached(app.db, skipped(id), app.clock.now())
}

export async function resumeStep(app: Pick<App, 'db'>, id: FirstStepId): Promise<void> {
  await unmarkReached(app.db, skipped(id))
}

/** Names, which are often the same in every language. */
const NAMES = ['name', 'contacts.address', 'contacts.locality', 'contacts.region', 'testimonials.name']

/**
 * Paths of the centre's own sentences that the pages of a language would say in another one: neither translated, nor
 * written in it, nor among those `came` with Thervu, which are translated.
 */
export function untranslatedIn(
  centre: Centre,
  language: TranslationLanguage,
  came: ReadonlySet<string>,
): string[] {
  // Of testimonials those that are shown; a sample is no centre's own.
  const shown = centre.testimonials.map(({ consent }) => consent === true)
  const leaves = leavesOf(centre, '')
  const given = new Set(leaves.map(([path]) => path))
  return leaves.flatMap(([path, text]) => {
    const kind = kindOf(path)
    if (typeof text !== 'string' || text === '' || languageOfPath(path) !== 'en') return []
    if (!TRANSLATED_FIELDS.includes(kind) || NAMES.includes(kind) || came.has(text)) return []
    const [, at] = /^testimonials\[(\d+)\]/.exec(path) ?? []
    if ((at !== undefined && !shown[Number(at)]) || languageOfText(text) === language) return []
    // A list is translated as a whole.
    const there = [path, path.replace(/\[\d+\]$/, '')].map((each) => translationPath(each, language))
    return there.some((each) => given.has(each) || given.has(`${each}[0]`)) ? [] : [path]
  })
}
