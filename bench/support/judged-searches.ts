import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JudgedPaper } from './judged-papers.ts'

/** A right paper matches all fields; `inside` matches the text of its pages. */
type Right = Partial<
  Pick<JudgedPaper, 'type' | 'grade' | 'subject' | 'year' | 'month' | 'answered' | 'board'>
> & {
  title?: RegExp
  variant?: string | RegExp
  inside?: RegExp
}

export type JudgedSearch = [q: string, ...right: Right[]]

/** The searches of judged-searches.txt by their kind: "search => field value; field value OR field value". */
export function judgedSearches(): [kind: string, JudgedSearch[]][] {
  const text = readFileSync(join(import.meta.dirname, '../judged-searches.txt'), 'utf8')
  return text
    .split(/^# /m)
    .slice(1)
    .map((part) => {
      const [kind = '', ...lines] = part.trimEnd().split('\n')
      return [kind, lines.map(readSearch)]
    })
}

function readSearch(line: string): JudgedSearch {
  const [q = '', rights = ''] = line.split(' => ')
  return [q, ...rights.split(' OR ').map(readRight)]
}

function readRight(fields: string): Right {
  const named = fields.split('; ').map((field) => {
    const [, name = '', value = ''] = /^(\w+) (.+)$/.exec(field) ?? []
    return [name, readValue(name, value)]
  })
  return Object.fromEntries(named)
}

function readValue(name: string, value: string) {
  const [, pattern, flags] = /^\/(.+)\/(i?)$/.exec(value) ?? []
  if (pattern) return new RegExp(pattern, flags)
  if (name === 'answered') return value === 'yes'
  return name === 'year' || name === 'month' ? Number(value) : value
}
