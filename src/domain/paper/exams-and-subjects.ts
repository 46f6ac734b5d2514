/** The one table of what papers are filed under: forms, lists, filters, search, autofill and colours all read it.
 * Ids and names are in addresses and the database, numbers in the search index: a new line takes the next free
 * number, and none is ever reused. Imports nothing, and is safe in the browser. */

/** A board has school classes, any other only previous years. `short` follows a class ("12th State").
 * `number` is its first degree's: a board takes sixteen, any other one, and the last is 62. `held` never changes. */
type Exam = {
  id: string
  label: string
  short?: string
  kind: 'board' | 'entrance' | 'service'
  number: number
  held?: string
}

export const EXAMS = [
  { id: 'cbse', label: 'CBSE', kind: 'board', number: 0 },
  { id: 'state', label: 'State Board', short: 'State', kind: 'board', number: 16 },
  { id: 'jee', label: 'JEE', kind: 'entrance', number: 32 },
  { id: 'neet', label: 'NEET', kind: 'entrance', number: 33, held: 'May' },
  { id: 'tnpsc', label: 'TNPSC', kind: 'service', number: 34 },
] as const satisfies readonly Exam[]

/** Of every board, highest first. Numbers go up to 14. */
export const CLASSES = [
  { grade: '12', number: 0 },
  { grade: '11', number: 1 },
  { grade: '10', number: 2 },
  { grade: '9', number: 3 },
  { grade: '8', number: 4 },
  { grade: '7', number: 5 },
  { grade: '6', number: 6 },
] as const satisfies readonly { grade: string; number: number }[]

/** `hue`: OKLCH at equal lightness (0.45 light, 0.82 dark), each as readable as the next. Numbers go from 1 to 30.
 * `taught` (classes), `by` (boards): where its papers are missed; `isChapter`: part of another up to class 10. */
export type SubjectLine = {
  name: string
  number: number
  hue: readonly [light: string, dark: string]
  taught?: readonly [from: number, to: number]
  by?: readonly string[]
  isChapter?: true
}

export const SUBJECT_LINES = [
  { name: 'Mathematics', number: 1, hue: ['#254bb2', '#a9c4fd'], taught: [6, 12] },
  { name: 'Science', number: 2, hue: ['#03606f', '#62d7ef'], taught: [6, 10] },
  { name: 'Social Science', number: 3, hue: ['#585a02', '#c7cb74'], taught: [6, 10] },
  { name: 'English', number: 4, hue: ['#8f1d6f', '#f6a8d8'], taught: [6, 12] },
  { name: 'Tamil', number: 5, hue: ['#9b1143', '#fea8b8'], taught: [6, 12] },
  { name: 'Business Maths', number: 6, hue: ['#593aaa', '#c3bafd'], taught: [11, 12] },
  { name: 'Physics', number: 7, hue: ['#9c1d00', '#ffac99'], taught: [11, 12], isChapter: true },
  { name: 'Chemistry', number: 8, hue: ['#792b92', '#e1aef4'], taught: [11, 12], isChapter: true },
  { name: 'Biology', number: 9, hue: ['#01635d', '#61dbd1'], taught: [11, 12], isChapter: true },
  { name: 'Computer Science', number: 10, hue: ['#005b87', '#87cdfd'], taught: [11, 12] },
  { name: 'Accountancy', number: 11, hue: ['#2d6501', '#a3d58d'], taught: [11, 12], isChapter: true },
  { name: 'Commerce', number: 12, hue: ['#6c5005', '#e5bf6d'], taught: [11, 12], isChapter: true },
  { name: 'Economics', number: 13, hue: ['#016644', '#7ddbae'], taught: [11, 12], isChapter: true },
  { name: 'History', number: 14, hue: ['#7f4401', '#f9b37a'], taught: [11, 12], isChapter: true },
  { name: 'Hindi', number: 15, hue: ['#8b3901', '#fbb08d'], taught: [6, 12], by: ['cbse'] },
  { name: 'Sanskrit', number: 16, hue: ['#68369c', '#d1b5fa'], taught: [6, 12], by: ['cbse'] },
  { name: 'Other', number: 17, hue: ['#5e534a', '#cec1b8'] },
] as const satisfies readonly SubjectLine[]

/** The states by whose boards papers of the State Board are told apart. Their places are numbers in the search index. */
export const STATES = [
  'Tamil Nadu',
  'Bihar',
  'Karnataka',
  'Kerala',
  'Andhra Pradesh',
  'Telangana',
  'Maharashtra',
  'Gujarat',
  'Rajasthan',
  'Punjab',
  'Haryana',
  'Uttar Pradesh',
  'Madhya Pradesh',
  'West Bengal',
  'Odisha',
  'Assam',
  'Jharkhand',
  'Chhattisgarh',
  'Himachal Pradesh',
  'Jammu and Kashmir',
  'Uttarakhand',
  'Goa',
  'Puducherry',
] as const
export type State = (typeof STATES)[number]
/** Of a centre that names no other. */
export const DEFAULT_STATE: State = 'Tamil Nadu'
