import { BOARDS_COVERED, CLASSES_COVERED, EXAMS_COVERED } from './coverage-words.ts'
import type { Panel } from './page-texts.ts'
import { REASON_NAMES } from './reason-names.ts'

/** The four reasons in short, as Home has them. */
export const PANELS: Panel[] = [
  {
    kind: 'expertise',
    name: REASON_NAMES.expertise,
    short:
      'Our teaching team has over {years} years of experience. We know how a question is set, where students slip, and how a step earns its mark.',
    points: [`${BOARDS_COVERED}, ${CLASSES_COVERED}`, EXAMS_COVERED, 'A teacher answers in the chat'],
  },
  {
    kind: 'quality',
    name: REASON_NAMES.quality,
    short:
      'A paper is worth your evening only when it reads like the real one. What a sheet holds stands on its front, before you open it.',
    points: [
      'Class, subject, month and year on each',
      'Stamped ANSWERS where there are answers',
      'Pages and size told before the tap',
    ],
  },
  {
    kind: 'convenience',
    name: REASON_NAMES.convenience,
    short:
      'From this page it is two taps to the first question, on the bus as well as at the desk. No sign-in, no ads, and we never ask your number.',
    points: ['Opens on an old phone', 'Found by class, subject, year or any word', 'Free to open, every day'],
  },
  {
    kind: 'success',
    name: REASON_NAMES.success,
    short:
      'Marks come from practice under the clock, and from looking at what went wrong. Sit one paper, check each step, sit the next.',
    points: [
      '{monthly papers} in {monthly time}',
      '{annual papers} in {annual time}',
      '{features} with every plan',
    ],
  },
]
