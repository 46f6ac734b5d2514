import { typeLabel } from '#domain/language/labels.ts'
import { PAPER_TYPES } from '#domain/paper/paper.ts'
import type { Code } from '../codes/paper-codes.ts'
import type { Evidence } from '../evidence.ts'
import type { Word } from '../words/words.ts'
import { whyNoTitle } from './no-title.ts'

type Named = { clean: string; words: Word[]; name: Evidence; code: Code | undefined }

const ABBREVIATIONS = new Set<string>([
  ...PAPER_TYPES.filter((type) => typeLabel(type) === type.toUpperCase()),
  ...'sslc hsc icse isc ncert tn ug vao mcq mcqs nmms trb kv kvs dav psbb sbi upsc ssc iit xii xi ix viii vii vi ii iii iv sqp pyq qp cs ip em tm sa fa nios'.split(
    ' ',
  ),
])
const SMALL = new Set('of the and for in on with to by at from a an or'.split(' '))

/** Spaces for separators, no junk, the code as printed, words capitalised; without what the fields say, as long as
 * enough is left. */
export function ownWords(named: Named): string {
  const short = readable(named, new Set([...named.name.junk, ...named.name.filed]))
  const isTorn = short.split('(').length !== short.split(')').length
  const isEnough = named.name.unknown.length > 0 && short.includes(' ') && !whyNoTitle(short)
  return isEnough && !isTorn ? short : readable(named, new Set(named.name.junk))
}

function readable({ clean, words, name, code }: Named, left: Set<number>): string {
  const inCode = (at: number) =>
    name.code !== undefined && code !== undefined && at > name.code.at && at < name.code.at + name.code.length
  const session = new Set(
    name.years
      .filter((year) => year.length > 1)
      .flatMap(({ at, length }) => Array.from({ length: length - 1 }, (_, nth) => at + 1 + nth)),
  )
  let title = ''
  for (const [at, word] of words.entries()) {
    const glue = inCode(at) ? '/' : session.has(at) ? '-' : glueOf(word.between, clean)
    if (left.has(at) || /^\d{5,}$/.test(word.text)) {
      if (title && /\s|_/.test(word.between)) title += ' '
      continue
    }
    title += glue + withCapital(word, glue === '' && title !== '')
  }
  const tail = clean.slice((words.at(-1)?.at ?? 0) + (words.at(-1)?.raw.length ?? 0))
  return tidy(title + (/^[)\]]/.test(tail) ? tail.charAt(0) : ''))
}

/** Underscores separate words; so do hyphens and dots in a name without spaces. */
function glueOf(between: string, clean: string) {
  const spaced = clean.includes(' ')
  const glue = between.replaceAll('_', ' ')
  return spaced && !/^[-.]$/.test(glue) ? glue : glue.replace(/[-.]+/g, spaced ? '$&' : ' ')
}

function withCapital({ raw, text }: Word, inWord: boolean) {
  if (ABBREVIATIONS.has(text)) return inWord ? raw : raw.toUpperCase()
  if (raw !== text || inWord || SMALL.has(text)) return raw
  return raw.charAt(0).toUpperCase() + raw.slice(1)
}

function tidy(title: string) {
  return title
    .replace(/[#~*^=<>|"`]+/g, ' ')
    .replace(/\(\s*\)|\[\s*\]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/ ([,;:)])/g, '$1')
    .replace(/^[\s\-–,.;:/&+)\]]+(?!\d)|[\s\-–,.;:/&+([]+$/g, '')
    .trim()
}
