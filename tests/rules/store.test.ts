import { beforeEach, expect, test, vi } from 'vitest'
import { createStore, parseList } from '#web/ui/store.ts'

let kept: Map<string, string>
let isFull: boolean
beforeEach(() => {
  kept = new Map()
  isFull = false
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (isFull) throw new DOMException('', 'QuotaExceededError')
      kept.set(key, value)
    },
  })
  return () => vi.unstubAllGlobals()
})

const parse = parseList<number>((each) => typeof each === 'number')

test('a value is kept under its key, a text as it is and a list as JSON, and begins where nothing is kept', () => {
  const [note, list] = [
    createStore<string | null>(null, { key: 'note', parse: (text) => text }),
    createStore<readonly number[]>([], { key: 'list', parse }),
  ]
  expect([note.get(), list.get()]).toEqual([null, []])
  note.set('closed')
  list.set([1, 2])
  expect([...kept]).toEqual([
    ['note', 'closed'],
    ['list', '[1,2]'],
  ])
  kept.set('list', '[3,"x",4]')
  expect([list.get(), list.read()]).toEqual([
    [1, 2],
    [3, 4],
  ])
})

test('where the storage is full a value lasts as long as the page', () => {
  const list = createStore<readonly number[]>([], { key: 'list', parse })
  list.set([1])
  isFull = true
  list.set([...list.read(), 2])
  list.set([...list.read(), 3])
  expect([list.read(), kept.get('list')]).toEqual([[1, 2, 3], '[1]'])
  isFull = false
  list.set([4])
  expect([list.read(), kept.get('list')]).toEqual([[4], '[4]'])
})

test('only those who follow are told, also one that ends another while it is told', () => {
  const count = createStore(0)
  const told: string[] = []
  const ends = ['first', 'second'].map((name) =>
    count.subscribe(() => {
      told.push(`${name} ${count.get()}`)
      if (name === 'first') ends[0]?.()
    }),
  )
  count.set(1)
  count.set(2)
  expect(told).toEqual(['first 1', 'second 1', 'second 2'])
})
