import { MONTHS, type Month, SCHOOL_GRADES, type SchoolGrade } from '#domain/paper/paper.ts'
import type { Messages } from './messages.ts'

/** How a language calls what titles share with the rest of the site. */
type Names = { m: Messages; grade: (grade: SchoolGrade) => string; month: (month: Month) => string }

/** "Question paper, Shift 1 (65/4/1)" in the words of a language: a title that the site made of words it knows. null where
 * a word is somebody's own. */
export function describeMadeTitle(title: string, names: Names): string | null {
  const code = / \(\d+(?:\/[\dA-Z]+)+\)$/.exec(title)?.[0] ?? ''
  const parts = title.slice(0, title.length - code.length).split(', ')
  const described = parts.map((part) => describePart(part, names))
  return described.includes(null) ? null : described.join(', ') + code
}

/** A variant, or what of it is next to a title: each part that is known. */
export function describeParts(variant: string, names: Names): string {
  const parts = variant.split(', ')
  return parts.map((part) => describePart(part, names) ?? part).join(', ')
}

/** "Mathematics (Standard)", "Term 1 Half-yearly Exam (Tamil Medium) Answer Key", "24 January". */
function describePart(part: string, names: Names): string | null {
  const state = STATES[/^(.+) Board$/.exec(part)?.[1] ?? '']?.(names.m)
  if (state) return names.m.title_board_of({ state })
  if (SAME.test(part)) return part
  const [, day, monthName] = /^(\d{1,2}) (\w+)$/.exec(part) ?? []
  const month = MONTHS.find((each) => each === monthName)
  if (month) return `${day} ${names.month(month)}`
  const pieces = part
    .split(/ ?([()]) ?/)
    .map((piece) => (/^[()]?$/.test(piece) ? piece : describeWords(piece, names)))
  return pieces.includes(null)
    ? null
    : pieces
        .join('')
        .replace(/(?<=[^\s(])\(/g, ' (')
        .replace(/\)(?=[^\s)])/g, ') ')
}

function describeWords(text: string, { m, grade }: Names): string | null {
  const words = text.split(' ')
  const described: string[] = []
  for (let at = 0; at < words.length; ) {
    const phraseOf = (length: number) => words.slice(at, at + length).join(' ')
    const length = [4, 3, 2, 1].find(
      (each) => at + each <= words.length && Object.hasOwn(PHRASES, phraseOf(each)),
    )
    if (length) {
      described.push(PHRASES[phraseOf(length)]?.(m) ?? '')
      at += length
      continue
    }
    const counts = [2, 1].find((each) => Object.hasOwn(COUNTED, phraseOf(each)))
    const number = words[at + (counts ?? 1)] ?? ''
    const isClass = words[at] === 'Class' && SCHOOL_GRADES.some((each) => each === number)
    if (!isClass && !(counts && NUMBER.test(number))) return null
    described.push(
      isClass ? grade(number as SchoolGrade) : (COUNTED[phraseOf(counts ?? 1)]?.(m, number) ?? ''),
    )
    at += (counts ?? 1) + 1
  }
  return described.join(' ')
}

/** Names, and years of a school, which are written so in every language. */
const SAME = /^(?:JEE Main|JEE Advanced|ICSE|ISC|IGCSE|IB|NIOS|Cambridge|\d{4}-\d\d)$/
const NUMBER = /^(?:\d{1,2}|[A-Z]|[IVX]{1,4})$/

const PHRASES: Record<string, (m: Messages) => string> = {
  'All India': (m) => m.title_all_india(),
  'Annual Exam': (m) => m.title_annual(),
  'Answer Key': (m) => m.title_answer_key(),
  Answers: (m) => m.title_answers(),
  'Applied Mathematics': (m) => m.title_applied_mathematics(),
  Basic: (m) => m.title_basic(),
  'Board paper': (m) => m.title_board_paper(),
  Botany: (m) => m.title_botany(),
  'Class Test': (m) => m.title_class_test(),
  'Compartment Exam': (m) => m.title_compartment(),
  'Cycle Test': (m) => m.title_cycle_test(),
  Delhi: (m) => m.title_delhi(),
  'English Medium': (m) => m.title_english_medium(),
  'First Midterm Test': (m) => m.title_first_midterm(),
  'First Sitting': (m) => m.title_first_sitting(),
  Foreign: (m) => m.title_foreign(),
  'Formula sheet': (m) => m.title_formula_sheet(),
  'Half-yearly Exam': (m) => m.title_half_yearly(),
  'Hindi Medium': (m) => m.title_hindi_medium(),
  'Marking Scheme': (m) => m.title_marking_scheme(),
  'Midterm Test': (m) => m.title_midterm(),
  'Model Question Paper': (m) => m.title_model(),
  'Monthly Test': (m) => m.title_monthly_test(),
  Notes: (m) => m.title_notes(),
  'Outside Delhi': (m) => m.title_outside_delhi(),
  'Periodic Test': (m) => m.title_periodic_test(),
  'Pre-board Exam': (m) => m.title_pre_board(),
  'Previous Year Question Paper': (m) => m.title_previous_year(),
  'Public Exam': (m) => m.title_public(),
  'Quarterly Exam': (m) => m.title_quarterly(),
  'Question paper': (m) => m.title_question_paper(),
  'Revision Test': (m) => m.title_revision(),
  'Sample Question Paper': (m) => m.title_sample(),
  'Second Midterm Test': (m) => m.title_second_midterm(),
  'Second Revision Test': (m) => m.title_second_revision(),
  'Second Sitting': (m) => m.title_second_sitting(),
  'Slip Test': (m) => m.title_slip_test(),
  Solutions: (m) => m.title_solutions(),
  Standard: (m) => m.title_standard(),
  'Supplementary Exam': (m) => m.title_supplementary(),
  Syllabus: (m) => m.title_syllabus(),
  'Tamil Medium': (m) => m.title_tamil_medium(),
  Textbook: (m) => m.title_textbook(),
  'Third Revision Test': (m) => m.title_third_revision(),
  'Unit Test': (m) => m.title_unit_test(),
  'For visually impaired': (m) => m.title_visually_impaired(),
  'Weekly Test': (m) => m.title_weekly_test(),
  'with Answers': (m) => m.title_with_answers(),
  'with Solutions': (m) => m.title_with_solutions(),
  Zoology: (m) => m.title_zoology(),
  Annual: (m) => m.title_annual(),
  Compartment: (m) => m.title_compartment(),
  Supplementary: (m) => m.title_supplementary(),
  Mathematics: (m) => m.subject_mathematics(),
}

const COUNTED: Record<string, (m: Messages, number: string) => string> = {
  Chapter: (m, number) => m.title_chapter({ number }),
  Day: (m, number) => m.title_day({ number }),
  Exercise: (m, number) => m.title_exercise({ number }),
  Group: (m, number) => m.title_group({ number }),
  Lesson: (m, number) => m.title_lesson({ number }),
  Module: (m, number) => m.title_module({ number }),
  Paper: (m, number) => m.title_paper({ number }),
  Part: (m, number) => m.title_part({ number }),
  Phase: (m, number) => m.title_phase({ number }),
  Region: (m, number) => m.title_region({ number }),
  Section: (m, number) => m.title_section({ number }),
  Series: (m, number) => m.title_series({ number }),
  Session: (m, number) => m.title_session({ number }),
  Set: (m, number) => m.title_set({ number }),
  Shift: (m, number) => m.title_shift({ number }),
  Slot: (m, number) => m.title_slot({ number }),
  'Summative Assessment': (m, number) => m.title_summative({ number }),
  Term: (m, number) => m.title_term({ number }),
  Unit: (m, number) => m.title_unit({ number }),
  Volume: (m, number) => m.title_volume({ number }),
}

/** As its language calls it. */
export function stateName(state: string, m: Messages): string {
  return STATES[state]?.(m) ?? state
}

const STATES: Record<string, (m: Messages) => string> = {
  'Tamil Nadu': (m) => m.state_tamil_nadu(),
  Bihar: (m) => m.state_bihar(),
  Karnataka: (m) => m.state_karnataka(),
  Kerala: (m) => m.state_kerala(),
  'Andhra Pradesh': (m) => m.state_andhra_pradesh(),
  Telangana: (m) => m.state_telangana(),
  Maharashtra: (m) => m.state_maharashtra(),
  Gujarat: (m) => m.state_gujarat(),
  Rajasthan: (m) => m.state_rajasthan(),
  Punjab: (m) => m.state_punjab(),
  Haryana: (m) => m.state_haryana(),
  'Uttar Pradesh': (m) => m.state_uttar_pradesh(),
  'Madhya Pradesh': (m) => m.state_madhya_pradesh(),
  'West Bengal': (m) => m.state_west_bengal(),
  Odisha: (m) => m.state_odisha(),
  Assam: (m) => m.state_assam(),
  Jharkhand: (m) => m.state_jharkhand(),
  Chhattisgarh: (m) => m.state_chhattisgarh(),
  'Himachal Pradesh': (m) => m.state_himachal_pradesh(),
  'Jammu and Kashmir': (m) => m.state_jammu_and_kashmir(),
  Uttarakhand: (m) => m.state_uttarakhand(),
  Goa: (m) => m.state_goa(),
  Puducherry: (m) => m.state_puducherry(),
}
