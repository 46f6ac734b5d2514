import {
  type Material,
  MEDIUMS,
  type Medium,
  type VariantParts,
  writeVariant,
} from '#domain/paper/variant.ts'
import type { Evidence } from './evidence.ts'
import type { Hint } from './hints.ts'
import type { Code } from './paper-codes.ts'
import { numberOf, type Word } from './phrases.ts'

const REGION = /^[CENS]$/
const SITTINGS: Record<string, string> = { i: 'First Sitting', ii: 'Second Sitting' }

/** What name, pages and code say of the variant, each kind of part by the first that says it, but the set by page 1, since
 * files are numbered by whoever kept them; doubtful where two disagree. */
export function variantOf(places: Evidence[], code: Code | undefined, page: Evidence[]): Hint<string> {
  const variants = [...places.map(partsOf), code ? partsOfCode(code) : {}]
  const parts: VariantParts = {}
  let sure = true
  for (const each of variants) {
    for (const [kind, text] of Object.entries(each) as [keyof VariantParts, string][]) {
      parts[kind] ??= text
      if (parts[kind] !== text) sure = false
    }
  }
  const isPrinted = code !== undefined && page.some((place) => place.code?.label === code.label)
  const printed = [...page.map(partsOf), isPrinted ? partsOfCode(code) : {}].find(({ set }) => set)
  const value = writeVariant({ ...parts, set: printed?.set ?? parts.set })
  return value ? { value, sure } : null
}

/** As the first says that says any; doubtful where another says otherwise. */
export function mediumIn(places: Evidence[]): Hint<Medium> {
  const mediums = places.flatMap(({ medium }) => MEDIUMS.filter((each) => medium === `${each} Medium`))
  return mediums[0] ? { value: mediums[0], sure: new Set(mediums).size === 1 } : null
}

const MATERIAL_WORDS: [Material, RegExp][] = [
  ['Formula sheet', /\bformul(?:a|as|ae)\b|சூத்திர|सूत्र|फ(?:ा|ॉ)र्मूल/iu],
  ['Syllabus', /\bsyllabus\b|பாடத்\s?திட்ட|पाठ्यक्रम|सिलेबस/iu],
  ['Notes', /\bnotes\b|\bstudy materials?\b|பாடக்\s?குறிப்பு|नोट्स|अध्ययन सामग्री/iu],
  ['Textbook', /\b(?:ncert|scert|text\s?books?)\b|பாடநூல்|पाठ्यपुस्तक/iu],
]
/** What says so, too, is a question paper: one "of the old syllabus", a test on formulas, questions of a textbook. */
const OF_A_PAPER =
  /\b(?:questions?|papers?|q\s?p|exams?|examination|tests?|quarterly|half|annual|model|sample|pre\s?board|board|answers?|solutions?|solved|keys?|previous|exemplar|worksheet|assignment|mcqs?|set \w|(?:old|new|reduced|revised|state|tn) syllabus)\b|வினா|விடை|தேர்வு|प्रश्न|परीक्षा|उत्तर/iu
const HEADING = 200

/** Study material by its name, which is sure, or by its folder or the beginning of page 1; null for a question paper. */
export function materialIn(name: string, folders: string, firstPage: string): Hint<Material> {
  const texts = [name, folders, firstPage.slice(0, HEADING)].map((text) => text.replaceAll('_', ' '))
  if (texts.some((text) => OF_A_PAPER.test(text))) return null
  for (const [at, text] of texts.entries()) {
    const found = MATERIAL_WORDS.find(([, words]) => words.test(text))
    if (found) return { value: found[0], sure: at === 0 && found[0] !== 'Textbook' }
  }
  return null
}

/** "eng_2015i": Bihar's papers of a subject are held in two sittings, and files are named so. */
export function sittingIn(words: Word[]): VariantParts {
  for (const [at, { text, between }] of words.entries()) {
    const sitting = SITTINGS[text]
    if (sitting && between === '' && /^(?:19|20)\d\d$/.test(String(numberOf(words[at - 1]))))
      return { sitting }
  }
  return {}
}

/** "065 Set 2 E": in some years CBSE's regions have papers of their own, and files are named so. */
export function regionIn(words: Word[]): VariantParts {
  for (const [at, { text }] of words.entries()) {
    const letter = words[at + 3]?.raw ?? ''
    if (/^0\d\d$/.test(text) && words[at + 1]?.text === 'set' && REGION.test(letter))
      return { region: `Region ${letter}` }
  }
  return {}
}

function partsOf({ variant, counts, subjectName }: Evidence): VariantParts {
  const counted = (kind: string) => counts.find((count) => count.startsWith(`${kind} `))
  const level = /\((Standard|Basic)\)$/.exec(subjectName ?? '')?.[1]
  return dropMissing({
    ...variant,
    level,
    term: counted('Term'),
    paper: counted('Paper'),
    set: counted('Set'),
    shift: counted('Shift') ?? counted('Slot'),
  })
}

/** The last digit of 65/4/1 is the set, "C" before it a compartment exam and one of four letters behind it a region;
 * "B" is for the visually impaired. */
function partsOfCode({ of, label, subjectName }: Code): VariantParts {
  const level = subjectName === 'Mathematics (Basic)' ? 'Basic' : undefined
  if (of !== 'paper') return dropMissing({ level })
  const [, ...rest] = label.split('/')
  const digits = rest.filter((part) => /^[1-5]$/.test(part))
  const isForBlind = rest.includes('B')
  const region = digits.length > 0 && REGION.test(rest.at(-1) ?? '') ? rest.at(-1) : undefined
  return dropMissing({
    level,
    region: region && `Region ${region}`,
    set: digits.length > 0 && !isForBlind ? `Set ${digits.at(-1)}` : undefined,
    occasion: rest[0] === 'C' ? 'Compartment' : undefined,
    candidates: isForBlind ? 'For visually impaired' : undefined,
  })
}

function dropMissing(parts: Record<string, string | undefined>): VariantParts {
  return Object.fromEntries(Object.entries(parts).filter(([, text]) => text !== undefined))
}
