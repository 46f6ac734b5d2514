import { expect, test } from 'vitest'
import { cleanVariant, levelOf, readVariant, unsaidParts, writeVariant } from '#domain/paper/variant.ts'

test.each([
  ['Standard, Set 3', 'Standard, Set 3'],
  ['set 3 , STANDARD,, re-exam', 'Standard, Set 3, re-exam'],
  ['for visually impaired, outside delhi', 'Outside Delhi, For visually impaired'],
  ['தமிழ் medium', 'தமிழ் Medium'],
  ['one\u0000\n\u202etwo', 'one two'],
  ['Set 1, Set 2', 'Set 1, Set 2'],
  [' , ,', ''],
])('what was typed as %j is kept as %j, and stays so', (typed, kept) => {
  expect(cleanVariant(typed)).toBe(kept)
  expect(cleanVariant(kept)).toBe(kept)
})

test('a variant is read back as it was written', () => {
  const parts = { level: 'Basic', region: 'Delhi', set: 'Set 2', occasion: 'Compartment' }
  expect(writeVariant(parts)).toBe('Basic, Delhi, Set 2, Compartment')
  expect(readVariant('Basic, Delhi, Set 2, Compartment')).toEqual(parts)
  expect(readVariant('something else')).toEqual({})
})

test('what a title says already is not said twice, and a part of a word is no word', () => {
  expect(unsaidParts('Standard, Set 1', 'Mathematics (Standard), Board paper')).toEqual(['Set 1'])
  expect(unsaidParts('Set 1', 'Set 12')).toEqual(['Set 1'])
  expect(unsaidParts('', 'Anything')).toEqual([])
})

test.each([
  ['Board paper (30/2/1)', 'Standard, Set 1', 'Standard'],
  ['Mathematics (Basic) board question paper', '', 'Basic'],
  ['Maths standard model paper', '', 'Standard'],
  ['Basic Mathematics, pre-board', '', 'Basic'],
  ['10th standard question paper', '', null],
  ['Basic concepts of chemistry', 'Set 2', null],
])('the level of "%s" (%s) is %s', (title, variant, level) => {
  expect(levelOf({ title, variant })).toBe(level)
})
