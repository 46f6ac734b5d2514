import { expect, test } from 'vitest'
import { EMPTY_FIELDS } from '#domain/paper/form-fields.ts'
import { readWish, writeWish } from '#domain/wanted/wish.ts'
import { withWish } from '#web/routes/admin/upload-form/upload-draft.ts'

const read = (written: string) => {
  const fields = new URLSearchParams(written)
  return readWish((name) => fields.get(name), 2026)
}

test('a wish is written in one way, whatever order it was asked in', () => {
  const wish = read('q=half++yearly&year=2019&subject=Physics&grade=12&type=cbse&answered=yes&medium=Tamil')
  expect(wish && writeWish(wish)).toBe(
    'type=cbse&grade=12&subject=Physics&year=2019&answered=yes&medium=Tamil&q=half+yearly',
  )
  expect(wish && read(writeWish(wish))).toEqual(wish)
})

test('only real filters make a wish, and only for a paper that there can be', () => {
  for (const none of [
    '',
    'year=2019',
    'year=2019&month=March&medium=Tamil',
    'type=icse',
    'grade=13',
    'subject=Astrology',
    'type=cbse&year=2027',
    'type=cbse&year=1989',
    'type=cbse&year=20x9',
    'type=jee&grade=12',
    'type=cbse&grade=previous-years',
    'type=cbse&grade=9&subject=Physics',
    'grade=9&subject=Physics',
    'type=cbse&grade=10&board=Bihar',
    'type=cbse&answered=no',
  ])
    expect([none, read(none)]).toEqual([none, null])
  for (const some of ['type=jee', 'grade=10', 'subject=Sanskrit', 'q=olympiad', 'type=state&board=Bihar'])
    expect(read(some) && writeWish(read(some) as never)).toBe(some)
  expect(read('type=cbse&subject=all')).toEqual({ filter: { type: 'cbse' }, words: '' })
})

test('the upload form takes what was asked for, and leaves what is typed', () => {
  const wish = 'type=cbse&grade=12&subject=Physics&year=2019&q=half+yearly'
  const typed = { ...EMPTY_FIELDS, title: 'Half-yearly', year: '2018' }
  const expected = { title: 'Half-yearly', year: '2018', degree: '12th-cbse', subject: 'Physics' }
  expect(withWish(typed, wish, 2026)).toEqual({ ...EMPTY_FIELDS, ...expected })
  expect(withWish(EMPTY_FIELDS, 'type=neet', 2026).degree).toBe('neet')
  for (const none of [null, '', 'type=icse', 'subject=Physics'])
    expect(withWish(EMPTY_FIELDS, none, 2026).degree).toBe('')
})
