import { expect, test } from 'vitest'
import { type CorrectedFile, learnCorrections } from '#domain/autofill/like-corrections.ts'

const EMPTY = { subject: '', degree: '', year: '', month: '', board: '' }
type Given = Partial<Omit<CorrectedFile, 'fields'>> & { fields?: Partial<CorrectedFile['fields']> }
const file = (name: string, { fields, ...more }: Given = {}): CorrectedFile => ({
  ...{ id: name, name, folders: '', guessed: {}, typed: [], doubtful: [], isOpen: true, ...more },
  fields: { ...EMPTY, ...fields },
})
const social = (name: string, was = '') =>
  file(name, { fields: { subject: 'Social Science' }, guessed: { subject: was }, typed: ['subject'] })
const year = (name: string, folders: string) =>
  file(name, { folders, fields: { year: '2016' }, guessed: { year: '' }, typed: ['year'] })
const offers = (files: CorrectedFile[]) =>
  learnCorrections(files).map(
    ({ field, value, trait, ids }) => `${field}=${value} ${trait.kind}:${trait.text} ${ids}`,
  )

test('two like corrections of names with the same word are offered for the rest with it', () => {
  const rest = [file('soc_3.pdf'), file('SOC-4.pdf'), file('maths_5.pdf')]
  expect(offers([social('soc_1.pdf'), ...rest])).toEqual([])
  expect(offers([social('soc_1.pdf'), social('soc_2.pdf'), ...rest])).toEqual([
    'subject=Social Science word:soc soc_3.pdf,SOC-4.pdf',
  ])
})

test('what two files of a folder are is offered for the folder, of the deepest that they share', () => {
  const files = [
    year('a.pdf', 'Old/2016x'),
    year('b.pdf', 'Old/2016x'),
    file('c.pdf', { folders: 'Old/2016x' }),
  ]
  expect(offers([...files, file('d.pdf', { folders: 'Old/other' })])).toEqual([
    'year=2016 folder:Old/2016x c.pdf',
  ])
  // For a year the folder counts more than a word.
  const named = files.map((each) => ({ ...each, name: `scan_${each.name}` }))
  expect(offers([...named, file('scan_e.pdf')])).toEqual(['year=2016 folder:Old/2016x c.pdf'])
})

test('a wrong guess that was corrected twice is offered to be corrected in the rest, whether it was sure or not', () => {
  const science = { subject: 'Science' }
  const files = [
    social('soc_1.pdf', 'Science'),
    social('soc_2.pdf', 'Science'),
    file('soc_3.pdf', { fields: science }),
  ]
  expect(offers(files)).toEqual(['subject=Social Science word:soc soc_3.pdf'])
  const doubtful = file('soc_4.pdf', { fields: { subject: 'Hindi' }, doubtful: ['subject'] })
  expect(offers([...files, doubtful])).toEqual(['subject=Social Science word:soc soc_3.pdf,soc_4.pdf'])
})

test('nothing is offered where a file with the same word is surely or by hand something else', () => {
  const two = [social('paper_1.pdf'), social('paper_2.pdf'), file('paper_3.pdf')]
  expect(offers([...two, file('paper_4.pdf', { fields: { subject: 'Tamil' } })])).toEqual([])
  const typed = file('paper_5.pdf', {
    fields: { subject: 'Tamil' },
    doubtful: ['subject'],
    typed: ['subject'],
  })
  expect(offers([...two, typed])).toEqual([])
})

test('confirmed files, typed fields and unlike corrections are left alone', () => {
  const two = [social('soc_1.pdf'), social('soc_2.pdf')]
  expect(offers([...two, file('soc_3.pdf', { isOpen: false })])).toEqual([])
  expect(offers([...two, file('soc_4.pdf', { typed: ['subject'] })])).toEqual([])
  const tamil = file('soc_2.pdf', {
    fields: { subject: 'Tamil' },
    guessed: { subject: '' },
    typed: ['subject'],
  })
  expect(offers([social('soc_1.pdf'), tamil, file('soc_3.pdf')])).toEqual([])
  // Confirmed as it was guessed is no correction.
  expect(
    offers([social('soc_1.pdf', 'Social Science'), social('soc_2.pdf', 'Social Science'), file('soc_3.pdf')]),
  ).toEqual([])
})
