import { createRandom } from './random.ts'

/** A few common words, and many rare ones. */
const BEGINNINGS = [
  'Sri',
  'Val',
  'Nar',
  'Kum',
  'Mut',
  'Par',
  'Sel',
  'Ran',
  'Gov',
  'Chan',
  'Vel',
  'Thi',
  'Lak',
  'Sub',
]
const MIDDLES = [
  'a',
  'ala',
  'ima',
  'une',
  'ara',
  'ithi',
  'oma',
  'esa',
  'inga',
  'uma',
  'avi',
  'eni',
  'oka',
  'ura',
]
const ENDS = [
  'dran',
  'nathan',
  'swamy',
  'mani',
  'kumar',
  'velan',
  'mathi',
  'dasan',
  'rajan',
  'puram',
  'vel',
  'nagar',
]

/** One of 32,928 names; the first ones are the most frequent. */
export function madeName(random: () => number): string {
  const pick = (parts: string[]) => parts[Math.floor(random() ** 1.5 * parts.length)] as string
  return pick(BEGINNINGS) + pick(MIDDLES) + pick(MIDDLES) + pick(ENDS)
}

const ASKED = [
  'find the value of',
  'prove that',
  'show that',
  'calculate',
  'draw a neat diagram of',
  'explain',
  'define',
  'state and prove',
  'what is meant by',
  'distinguish between',
  'write short notes on',
  'solve for x in',
]
const OBJECTS = [
  'the inverse of the matrix',
  'the roots of the quadratic equation',
  'the area under the curve',
  'the focal length',
  'the velocity of the particle',
  'an ellipse with eccentricity',
  'the hypotenuse of the triangle',
  'a parabola',
  'the electric field at a point',
  'the refractive index of glass',
  'photosynthesis in plants',
  'the human heart',
  'the causes of the revolt',
  'supply and demand',
  'the derivative of sin x',
  'the probability of two heads',
  'atomic structure',
  'the periodic table',
  'covalent bonds',
  'a trial balance',
  'the volume of the cone',
]
const SENTENCES = 4_000
const TEXT_LENGTH = 2_000

/** A question of a paper, without its number. */
export function madeQuestions(seed: number): () => string {
  const random = createRandom(seed + 2)
  const pick = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)] as Value
  return () =>
    `${pick(ASKED)} ${pick(OBJECTS)} and ${pick(OBJECTS)} where ${madeName(random).toLowerCase()} is ${Math.floor(random() * 500)}.`
}

/** About 2,000 characters, like a paper's page. */
export function madeTexts(seed: number): () => string {
  const random = createRandom(seed + 1)
  const pick = <Value>(values: readonly Value[]) =>
    values[Math.floor(random() ** 1.7 * values.length)] as Value
  const sentences = Array.from({ length: SENTENCES }, (_, at) => {
    const rare = `${madeName(random).toLowerCase()} ${Math.floor(random() * 500)}`
    return `${1 + (at % 40)}. ${pick(ASKED)} ${pick(OBJECTS)} when ${rare} is given, and write your answer.`
  })
  return () => {
    let text = ''
    while (text.length < TEXT_LENGTH) text += `${pick(sentences)}\n`
    return text
  }
}
