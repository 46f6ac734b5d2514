import type { ReasonText } from './page-texts.ts'
import { REASON_NAMES } from './reason-names.ts'

/** The four reasons at length, as Why Us has them. */
export const REASONS: ReasonText[] = [
  {
    kind: 'expertise',
    name: REASON_NAMES.expertise,
    margin: 'over {years} years',
    text: `The teaching team has over {years} years of experience. Whoever has corrected that many answer scripts knows that a sum is not right or wrong: each line of it earns its marks, or loses them.
So we teach the lines. The result follows.`,
    check: 'Bring a doubt and ask: [call, write or come](/contact).',
  },
  {
    kind: 'quality',
    name: REASON_NAMES.quality,
    margin: 'before the tap',
    text: `A paper goes up when it follows the syllabus of its class, when every page and every figure of it can be read, and when we can say of which month and year it is. Each file is checked on its way in: a damaged one, or one that carries more than a paper, stays out.
What we know of a paper stands on its card, so that you know it before you spend data on it.`,
    check: 'Look at [any card under Free question papers](/practice).',
  },
  {
    kind: 'convenience',
    name: REASON_NAMES.convenience,
    margin: '0 forms',
    text: `Many students read on a phone that is not new, often their mother’s, in a bus or at the end of the month’s data. The site is made for that phone: light pages, big targets, dark like a blackboard where the phone is dark, and nothing between you and the paper.
Search takes your words in any order, and as you say them: 10th, XII, maths. And what you would rather ask, you ask in WhatsApp.`,
    check:
      'Open [Free question papers](/practice) on the oldest phone in the house, or search for [XII maths](/practice?q=XII+maths).',
  },
  {
    kind: 'success',
    name: REASON_NAMES.success,
    margin: 'June to May',
    text: 'A paper helps at the right time. This is the year as most schools here have it; your school’s dates may differ.',
    check: 'Start where you stand: [choose a class or an exam](/about#coverage).',
  },
]
