import { expect, test } from 'vitest'
import { describeCount } from '#web/routes/admin/papers/list-head.tsx'
import {
  activeFilters,
  askFor,
  readAsk,
  searchOf,
  sortsFor,
  withoutFilters,
} from '#web/routes/admin/papers/list-query.ts'
import type { PapersPage } from '#web/routes/admin/papers/use-papers-list.ts'

const read = (search: string) => readAsk(new URLSearchParams(search))

test.each([
  '',
  '?page=2',
  '?type=state&subject=Physics',
  '?show=no-answers&sort=title',
  '?q=unit+test+1&sort=newest',
  '?q=vectors&sort=best',
  '?grade=12&year=2020&show=binned&page=3&edit=a-paper-1',
])('the address %j is read and written back the same', (search) => {
  expect(searchOf(read(search))).toBe(search)
})

test.each([
  '?type=icse',
  '?grade=4',
  '?subject=Alchemy',
  '?year=1850',
  '?show=all',
  '?sort=size',
  '?sort=best',
  '?page=0',
  '?page=-1',
  '?page=two',
  '?edit=../x',
])('%s is as if nothing had been asked for', (search) => {
  expect(searchOf(read(search))).toBe('')
})

test('a search is one line without spaces around it; a page beyond all is the last that there can be', () => {
  expect(read('?q=%20optics%0Aand%09light%20').q).toBe('optics and light')
  expect(read(`?q=${'x'.repeat(1_000)}`).q.length).toBeLessThan(1_000)
  expect(read('?page=99999').page).toBeLessThan(99_999)
})

test('a search is ordered by its best match, which no other list is', () => {
  expect(sortsFor('')).toEqual(['added', 'changed', 'title', 'views'])
  expect(sortsFor('optics')).toEqual(['newest', 'added', 'changed', 'title', 'views'])
  expect(searchOf(askFor(read('?sort=title'), { q: 'optics' }))).toBe('?q=optics&sort=title')
  expect(searchOf(askFor(read('?q=optics&sort=newest'), { q: '' }))).toBe('')
})

test('another choice begins at page 1 with no paper open; all off keeps the order and the bin', () => {
  expect(searchOf(askFor(read('?page=3&edit=a&type=cbse'), { year: '2020' }))).toBe('?type=cbse&year=2020')
  expect(searchOf(withoutFilters(read('?q=a&year=2020&show=no-answers&sort=views')))).toBe('?sort=views')
  expect(searchOf(withoutFilters(read('?year=2020&show=binned')))).toBe('?show=binned')
})

test('what narrows a list is said in words', () => {
  const labels = activeFilters(read('?q=optics&type=state&grade=12&subject=Physics&year=2020&show=samples'))
  const words = ['“optics”', 'State Board', 'Class 12', 'Physics', '2020', 'samples']
  expect(labels.map(({ label }) => label)).toEqual(words)
  expect(activeFilters(read('?show=binned'))).toEqual([])
})

test.each([
  [{ page: 1 }, 12, 16, false, '1–12 of 16 papers'],
  [{ page: 2 }, 4, 16, false, '13–16 of 16 papers'],
  [{ page: 1 }, 1, 1, false, '1 paper'],
  [{ page: 1 }, 0, 0, false, '0 papers'],
  [{ page: 360 }, 2, 4310, false, '4,309–4,310 of 4,310 papers'],
  [{ page: 1, more: true }, 12, 1000, false, '1–12 of more than 1,000 papers'],
  [{ page: 1 }, 12, 14, true, '1–12 of 14 papers in the bin, each kept 30 days'],
])('%o with %i of %i, in the bin: %j', (list, shown, total, inBin, words) => {
  expect(describeCount(list as PapersPage, shown, total, inBin)).toBe(words)
})
