import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openSqlite } from '#database/open-sqlite.ts'
import type { PaperFilter } from '#domain/catalogue/filter.ts'
import { searchTerms } from '#domain/search/query.ts'
import { SEARCH_COUNT_LIMIT, type SearchEntry, type SearchIndex } from '#domain/search/search-index.ts'
import { sqliteFts } from '#server/adapters/search/sqlite-fts.ts'

const MATHS = { type: 'cbse', grade: '12', subject: 'Mathematics', year: 2024 }

describeSearchIndex('the index of SQLite', sqliteFts)

function describeSearchIndex(name: string, index: SearchIndex) {
  describe(name, () => {
    let folder: string
    let base: ReturnType<typeof openSqlite>
    beforeEach(async () => {
      folder = mkdtempSync(join(tmpdir(), 'thervu-index-'))
      base = openSqlite(join(folder, 'thervu.db'))
      await index.prepare(base.db)
    })
    afterEach(async () => {
      await base.close()
      rmSync(folder, { recursive: true })
    })

    const add = (position: number, words: string, more: Partial<SearchEntry> = {}) =>
      index.add(base.db, { ...MATHS, position, words, ...more })
    const find = async (text: string, filter: PaperFilter = {}, page = { offset: 0, limit: 12 }) =>
      (await index.find(base.reader, searchTerms(text), filter, page)).positions

    test('says whether it was there, and preparing it again changes nothing', async () => {
      await add(1, 'circle')
      expect(await index.prepare(base.db)).toBe(false)
      expect(await find('circle')).toEqual([1])
    })

    test('finds words in any order and any case, newest first', async () => {
      await add(3, 'Circle theorems')
      await add(9, 'Theorems of the circle')
      await add(5, 'CIRCLE and THEOREMS')
      await add(7, 'circle only')
      expect(await find('theorems Circle')).toEqual([9, 5, 3])
    })

    test('the last word may be begun, the others are whole', async () => {
      await add(1, 'quadratic equations')
      expect(await find('quadratic equ')).toEqual([1])
      expect(await find('quad equations')).toEqual([])
      expect(await find('uadratic')).toEqual([])
    })

    test('keeps Tamil words whole, with their vowel signs', async () => {
      await add(1, 'கணிதம் அரையாண்டுத் தேர்வு')
      await add(2, 'கணக்கு')
      expect(await find('கணிதம்')).toEqual([1])
      expect(await find('தேர்வு கணித')).toEqual([1])
      expect(await find('கண')).toEqual([2, 1])
      expect(await find('கணி')).toEqual([1])
      expect(await find('தம்')).toEqual([])
    })

    test('keeps Devanagari words whole, and reads either Unicode form', async () => {
      await add(1, 'गणित प्रश्न पत्र')
      await add(2, 'Résumé'.normalize('NFC'))
      expect(await find('प्रश्न')).toEqual([1])
      expect(await find('गणि')).toEqual([1])
      expect(await find('रश्न')).toEqual([])
      expect(await find('Résumé'.normalize('NFD'))).toEqual([2])
    })

    test('finds within each filter and all of them together', async () => {
      await add(1, 'paper')
      await add(2, 'paper', { type: 'state' })
      await add(3, 'paper', { grade: '10' })
      await add(4, 'paper', { subject: 'Business Maths' })
      await add(5, 'paper', { year: 2023 })
      await add(6, 'paper', { type: 'jee', grade: 'previous-years', subject: 'all' })
      expect(await find('paper', { type: 'cbse' })).toEqual([5, 4, 3, 1])
      expect(await find('paper', { grade: '12' })).toEqual([5, 4, 2, 1])
      expect(await find('paper', { subject: 'Business Maths' })).toEqual([4])
      expect(await find('paper', { subject: 'Mathematics' })).toEqual([5, 3, 2, 1])
      expect(await find('paper', { year: 2024 })).toEqual([6, 4, 3, 2, 1])
      expect(await find('paper', { grade: 'previous-years', subject: 'all' })).toEqual([6])
      expect(await find('paper', { type: 'cbse', grade: '12', subject: 'Mathematics', year: 2024 })).toEqual([
        1,
      ])
    })

    test('the tokens of filters are not found as words', async () => {
      await add(1, 'paper')
      for (const token of ['tcbse', 'g12', 'smathematics', 'y2024']) expect(await find(token)).toEqual([])
    })

    test.each([
      'circle" OR "square',
      'circle NEAR square',
      'circle AND',
      'circle OR square',
      'NOT circle',
      'circle*square',
      'words : square',
      'circle - square',
      '(circle square',
      '{words filters} : square',
      '^circle square',
      '%square',
      'cir_cle',
      'circle\u0000square',
      'circle 😀 square',
      'circle\u202Esquare',
      'circle ‏square',
    ])('%j has no meaning of its own: nothing but its words is looked for', async (text) => {
      await add(1, 'circle')
      await add(2, 'circle near and or not words filters cir cle square')
      expect(await find(text)).toSatisfy((hits: number[]) => hits.every((hit) => hit === 2))
    })

    test('pages follow each other, and every page knows the whole count', async () => {
      for (let position = 1; position <= 30; position++) await add(position, 'paper')
      const pages = [0, 12, 24, 36].map((offset) =>
        index.find(base.reader, ['paper'], {}, { offset, limit: 12 }),
      )
      const found = await Promise.all(pages)
      expect(found.flatMap((page) => page.positions)).toEqual(Array.from({ length: 30 }, (_, at) => 30 - at))
      expect(found.map((page) => page.total)).toEqual([30, 30, 30, 30])
    })

    test('counting stops a little past the limit', async () => {
      await base.db.transaction().execute(async (tx) => {
        for (let position = 1; position <= SEARCH_COUNT_LIMIT + 50; position++) {
          await index.add(tx, { ...MATHS, position, words: 'common' })
        }
      })
      const page = await index.find(base.reader, ['common'], {}, { offset: 0, limit: 12 })
      expect(page.total).toBe(SEARCH_COUNT_LIMIT + 1)
    })

    test('an entry at the same place takes the place of the first', async () => {
      await add(1, 'circle')
      await add(1, 'square')
      expect([await find('circle'), await find('square')]).toEqual([[], [1]])
    })

    test('what was removed or cleared is not found, and removing it again does no harm', async () => {
      for (const position of [1, 2, 3]) await add(position, 'circle')
      await index.remove(base.db, 2)
      await index.remove(base.db, 2)
      expect(await find('circle')).toEqual([3, 1])
      await index.clear(base.db)
      expect(await find('circle')).toEqual([])
    })

    test('an entry of a transaction that fails is not there', async () => {
      const failing = base.db.transaction().execute(async (tx) => {
        await index.add(tx, { ...MATHS, position: 1, words: 'circle' })
        throw new Error('no')
      })
      await expect(failing).rejects.toThrow('no')
      expect(await find('circle')).toEqual([])
    })

    test('hundreds of papers come and go at places as large as real ones', async () => {
      const place = (serial: number) => (2024 * 12 + 12) * 2 ** 32 + serial
      for (let serial = 1; serial <= 300; serial++) await add(place(serial), `circle number${serial}`)
      for (let serial = 1; serial <= 290; serial++) await index.remove(base.db, place(serial))
      expect(await find('circle')).toEqual(Array.from({ length: 10 }, (_, at) => place(300 - at)))
      expect(await find('number300')).toEqual([place(300)])
    })
  })
}
