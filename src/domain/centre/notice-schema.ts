import { z } from 'zod'
import { DEGREES } from '#domain/paper/paper.ts'
import { translationsOf } from './translations/translations-schema.ts'

export const NOTICE_LIMITS = { text: 120, examName: 80, announcements: 20, exams: 60 }

/** Of letters as people count them, like the texts of the document. */
function line(most: number) {
  return z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .refine((value) => [...value].length <= most, `has more than ${most} letters`)
}
const day = z.iso.date('must be a day such as 2027-03-01')
const lasts = { from: day, until: day }
const inOrder = ({ from, until }: { from: string; until: string }) => from <= until
const ORDER = { path: ['until'], message: 'must not be before the first day' }

/** A line on top of the site, shown from the beginning of one day of India to the end of another. */
const announcement = z
  .strictObject({
    text: line(NOTICE_LIMITS.text),
    translations: translationsOf({ text: line(NOTICE_LIMITS.text) }),
    /** Empty where it leads nowhere. */
    link: z.union(
      [z.literal(''), z.string().regex(/^\/(?![/\\])\S*$/), z.url({ protocol: /^https$/ })],
      'must be a page of this site such as /practice, an address that begins with https://, or empty',
    ),
    ...lasts,
  })
  .refine(inOrder, ORDER)

/** `classes` are slugs of degrees, such as `10th-cbse` and `jee`. */
const exam = z
  .strictObject({
    name: line(NOTICE_LIMITS.examName),
    translations: translationsOf({ name: line(NOTICE_LIMITS.examName) }),
    classes: z
      .array(z.enum(DEGREES.map(({ slug }) => slug) as [string, ...string[]], 'must be a class or an exam'))
      .min(1, 'need at least one'),
    ...lasts,
  })
  .refine(inOrder, ORDER)

/** Optional: documents that were published before they were there have none. */
export const noticeFields = {
  announcements: z
    .array(announcement)
    .max(NOTICE_LIMITS.announcements, `has more than ${NOTICE_LIMITS.announcements} announcements`)
    .optional(),
  exams: z.array(exam).max(NOTICE_LIMITS.exams, `has more than ${NOTICE_LIMITS.exams} exams`).optional(),
}

export type Announcement = z.infer<typeof announcement>
export type ExamDates = z.infer<typeof exam>
