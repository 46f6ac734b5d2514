import { expect, test } from 'vitest'
import { faultsOf } from '../../scripts/support/faults.ts'

/** Every text that comes of one fault. */
function broken(text: string) {
  return faultsOf('a.ts', text).map(
    ({ start, end, insert }) => text.slice(0, start) + insert + text.slice(end),
  )
}

test('comparisons, conditions, numbers and what is returned are changed one at a time', () => {
  expect(broken('const far = (a: number) => a >= 3 && !near')).toEqual([
    'const far = (a: number) => a > 3 && !near',
    'const far = (a: number) => a >= (3 + 1) && !near',
    'const far = (a: number) => a >= 3 || !near',
    'const far = (a: number) => a >= 3 && near',
  ])
  expect(broken('function f() { if (a) b(); return c }')).toEqual([
    'function f() { if (true) b(); return c }',
    'function f() { if (false) b(); return c }',
    'function f() { if (a) ; return c }',
    'function f() { if (a) b(); return undefined as never }',
  ])
})

test('types, imports, joined texts, the log and what is thrown are left alone', () => {
  expect(broken("import a from 'a'\ntype B = 1 | true\nconst c = 'x' + d\nlog.info({ a: 1 }, 'x')")).toEqual(
    [],
  )
  expect(broken('if (!paper) throw new Error(1 + 2)')).toEqual([
    'if (true) throw new Error(1 + 2)',
    'if (paper) throw new Error(1 + 2)',
  ])
})
