import { expect, test } from 'vitest'
import { areAlike, likenessOf } from '#domain/questions/likeness.server.ts'

const TANGENTS = 'Prove that the lengths of tangents drawn from an external point to a circle are equal.'

const isAlike = (one: string, other: string) => {
  const [own, others] = [likenessOf(one), likenessOf(other)]
  return own !== null && others !== null && areAlike(own.sketch, others.sketch)
}

test('questions are alike in the same words but for numbers, a few words, and alternatives', () => {
  expect(likenessOf(`24. ${TANGENTS} [3]`)).toEqual(likenessOf(TANGENTS))
  expect(isAlike(TANGENTS, TANGENTS.replace('tangents', 'the two tangents'))).toBe(true)
  expect(isAlike(TANGENTS, TANGENTS.replace('tangents', 'tanqents').replace('circle', 'circie'))).toBe(false)
  expect(isAlike(TANGENTS, `${TANGENTS}\n OR \nState and prove the theorem of Thales for a triangle.`)).toBe(
    true,
  )
  expect(
    isAlike(TANGENTS, `${TANGENTS} Using it, find the radius of a circle with two parallel chords.`),
  ).toBe(false)
})

test('a question in two languages is like one that is printed in the first of them alone', () => {
  const hindi = 'सिद्ध कीजिए कि वृत्त के बाह्य बिंदु से खींची गई स्पर्श रेखाएँ लंबाई में समान होती हैं।'
  expect(isAlike(`33. ${hindi}\n${TANGENTS}`, TANGENTS)).toBe(true)
  expect(isAlike(`${hindi}\nअथवा\n${hindi.slice(0, 30)}\n`, `12. ${hindi}`)).toBe(true)
})

test('what has few words, such as a formula, is like nothing', () => {
  for (const text of ['Find the value of x, if sin x = cos y.', 'Prove it.', '', '17 (a) 4 (b) 5 (c) 6'])
    expect(likenessOf(text)).toBeNull()
})
