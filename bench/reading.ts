import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readHints } from '#domain/autofill/read-hints.ts'
import { createInspector } from '#server/adapters/pdf/inspector.ts'
import { MORE_TRUE_FIELDS, TRUE_FIELDS } from '#tests/support/true-fields.ts'
import { JUDGED_PAPERS } from './support/reading-papers.ts'
import { figure, printTable } from './support/table.ts'

/** What names and first pages tell, field by field, beside what a careful administrator would type from them. */
const SHARED = join(import.meta.dirname, '../../shared')
const { values } = parseArgs({
  options: {
    papers: { type: 'string', default: process.env.REAL_PAPERS ?? join(SHARED, 'papers') },
    more: { type: 'string', default: process.env.MORE_PAPERS ?? join(SHARED, 'more-papers') },
  },
})
const VERDICTS = [
  'right and sure',
  'right and doubtful',
  'wrong and marked',
  'wrong and unmarked',
  'missing though knowable',
  'rightly left open',
] as const
type Verdict = (typeof VERDICTS)[number]
type Read = {
  name: string
  page?: string
  made?: string
  folders?: string
  truth: Partial<Record<Field, string>>
}
const FIELDS = ['degree', 'subject', 'year', 'variant', 'board'] as const
type Field = (typeof FIELDS)[number]

const now = new Date()
const kinds: [string, Read[]][] = [
  ['15 real papers', await readFolder(values.papers, TRUE_FIELDS)],
  ['16 more real papers', await readFolder(values.more, MORE_TRUE_FIELDS)],
  [`${JUDGED_PAPERS.length} written names and pages`, JUDGED_PAPERS.map(judged)],
]
const all = kinds.flatMap(([, papers]) => papers.flatMap(verdictsOf))
const rows = kinds.map(([kind, papers]) => [kind, papers.flatMap(verdictsOf)] as const)
printTable(
  'Fields',
  ['', ...VERDICTS],
  [...rows, ['all', all] as const].map(([kind, told]) => [
    kind,
    ...VERDICTS.map((verdict) => figure(told.filter((each) => each.verdict === verdict).length)),
  ]),
)
const missed = all.filter(({ verdict }) => /^wrong|^missing/.test(verdict))
printTable(
  'Wrong or missing',
  ['file', 'field', 'expected', 'filled', 'verdict'],
  missed.map(({ file, field, expected, filled, verdict }) => [
    file.slice(0, 48),
    field,
    expected,
    filled,
    verdict,
  ]),
)
const knowable = all.filter(({ expected }) => expected !== '-').length
const missing = all.filter(({ verdict }) => verdict === 'missing though knowable').length
console.log(`\nMissing though knowable: ${figure((100 * missing) / knowable, 1)} % of ${knowable}.`)

async function readFolder(folder: string, truths: typeof TRUE_FIELDS): Promise<Read[]> {
  if (!existsSync(folder)) {
    console.error(`The real papers are not at ${folder}; they are left out.`)
    return []
  }
  const inspector = createInspector()
  const read: Read[] = []
  for (const [name, { degree, subject, year }] of Object.entries(truths)) {
    const inspected = await inspector.inspectPdf(join(folder, name))
    if (!inspected.accepted) throw new Error(`${name}: ${inspected.sentence}`)
    const truth = { degree: degree ?? '-', subject: subject ?? '-', year: String(year ?? '-') }
    read.push({ name, page: inspected.text, made: inspected.made, truth })
  }
  await inspector.close()
  return read
}

function judged({ is, ...paper }: (typeof JUDGED_PAPERS)[number]): Read {
  const [degree, subject, year, variant, board] = is.split('|').map((part) => part.trim() || '-')
  return { ...paper, truth: { degree, subject, year, variant: variant ?? '-', board: board ?? '-' } }
}

function verdictsOf({ name, page = '', made, folders, truth }: Read) {
  const hints = readHints({ fileName: name, folders, firstPage: page, made, now })
  return FIELDS.flatMap((field) => {
    const [hint, expected] = [hints[field], truth[field]]
    if (expected === undefined) return []
    const filled = hint ? `${hint.value}${hint.sure ? '' : '?'}` : '-'
    const isRight = String(hint?.value ?? '-') === expected
    return [{ file: name, field, expected, filled, verdict: verdictOf(isRight, hint) }]
  })
}

function verdictOf(isRight: boolean, hint: { sure: boolean } | null): Verdict {
  if (!hint) return isRight ? 'rightly left open' : 'missing though knowable'
  if (isRight) return hint.sure ? 'right and sure' : 'right and doubtful'
  return hint.sure ? 'wrong and unmarked' : 'wrong and marked'
}
