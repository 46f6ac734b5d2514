import { z } from '@hono/zod-openapi'
import { DUPLICATE_QUESTIONS_LIMIT } from '#domain/duplicates/duplicate.ts'
import { INBOX_CHANGES_LIMIT, INBOX_FIELDS } from '#domain/inbox/inbox.ts'
import { ALL_SUBJECTS, MONTHS, SUBJECTS } from '#domain/paper/paper.ts'
import { uploadId } from './uploads.ts'

function hintOf<Schema extends z.ZodType>(value: Schema) {
  return z
    .object({ value, sure: z.boolean().openapi({ description: 'false: to be looked at' }) })
    .nullable()
    .openapi({ description: 'null: nothing is known' })
}

const doneBy = {
  by: z.string().openapi({ description: "The administrator's email" }),
  from: z.string().openapi({ description: 'A name for the browser' }),
}

export const inboxFileSchema = z
  .object({
    uploadId: z.string(),
    name: z.string().openapi({ description: 'What the sender called it' }),
    size: z.number().int().openapi({ description: 'Bytes' }),
    sha256: z.string().openapi({ description: 'Hexadecimal' }),
    pages: z.number().int(),
    scriptsRemoved: z.boolean().openapi({ description: 'Whether it was written anew without its scripts' }),
    arrivedAt: z.string().openapi({ description: 'UTC, ISO 8601' }),
    hints: z.object({
      title: hintOf(z.string()),
      degree: hintOf(z.string()),
      subject: hintOf(z.enum([ALL_SUBJECTS, ...SUBJECTS])),
      month: hintOf(z.enum(MONTHS)),
      year: hintOf(z.number().int()),
      isAnswers: z.boolean(),
      titleParts: z
        .object({
          board: z.string(),
          grade: z.string(),
          subject: z.string(),
          when: z.string(),
          middle: z.string(),
          set: z.string(),
          understood: z.object({
            degree: z.string(),
            subject: z.string(),
            month: z.string(),
            year: z.string(),
          }),
        })
        .nullable()
        .openapi({ description: 'What the title is made of beside the fields, while it follows them' }),
    }),
    version: z.number().int().openapi({ description: 'Grows with each change of any file in the inbox' }),
    typed: z.partialRecord(z.enum(INBOX_FIELDS), z.object({ value: z.string(), ...doneBy })),
    confirmed: z.boolean(),
    settled: z
      .object({ ids: z.array(z.string()), replace: z.string().nullable(), ...doneBy })
      .nullable()
      .openapi({ description: 'What was decided about duplicates' }),
    away: z
      .object({ at: z.string(), by: z.string() })
      .nullable()
      .openapi({ description: 'Taken away; it can be put back for ten minutes' }),
    edited: z.object({ at: z.string(), ...doneBy }).nullable(),
  })
  .openapi('InboxFile')

const inboxGoneSchema = z
  .object({
    uploadId: z.string(),
    how: z.enum(['published', 'removed', 'expired']),
    by: z.string().nullable(),
    title: z.string(),
  })
  .openapi('InboxGone')

export const inboxListSchema = z.object({
  version: z.number().int(),
  now: z.string().openapi({ description: 'UTC, ISO 8601' }),
  waiting: z.number().int(),
  files: z.array(inboxFileSchema),
  gone: z.array(inboxGoneSchema),
})

export const savedChangesSchema = z.object({
  saved: z.array(inboxFileSchema),
  changed: z.array(inboxFileSchema).openapi({ description: 'As they are now' }),
  gone: z.array(inboxGoneSchema),
})

const text = z.string('must be a text').max(2_000, 'is too long')
const changesRule = `must be a list of 1 to ${INBOX_CHANGES_LIMIT} changes`
const decidedId = z.string('must be an id').regex(/^[A-Za-z0-9-]{1,64}$/, 'must be an id')

export const inboxChangesSchema = z.strictObject(
  {
    from: z
      .string('must be a text')
      .regex(/^[A-Za-z0-9-]{8,64}$/, 'must be 8 to 64 letters, digits and hyphens')
      .openapi({ description: 'Your name for this browser' }),
    changes: z
      .array(
        z
          .strictObject(
            {
              uploadId,
              version: z.number('must be a number').int().min(0),
              typed: z
                .partialRecord(z.enum(INBOX_FIELDS, 'is no field'), text, 'must be an object of fields')
                .optional(),
              confirmed: z.boolean('must be true or false').optional(),
              settled: z
                .strictObject({ ids: z.array(decidedId).max(50), replace: decidedId.nullable() })
                .optional(),
              away: z.boolean('must be true or false').optional(),
            },
            'must be an object',
          )
          .refine((change) => Object.keys(change).length > 2, 'needs something that changes'),
        changesRule,
      )
      .min(1, changesRule)
      .max(INBOX_CHANGES_LIMIT, changesRule),
  },
  'must be an object with from and changes',
)

/** Texts as they are typed; what they say is judged as an upload's fields are. */
export const publicationSchema = z.strictObject(
  {
    title: text,
    degree: text,
    subject: text.optional(),
    month: text,
    year: text,
    referenceLink: text.optional(),
    replace: z
      .string('must be the id of a paper')
      .regex(/^[a-z0-9-]{1,40}$/, 'must be the id of a paper')
      .optional()
      .openapi({
        description:
          'The paper whose file and fields these take the place of; without a link it keeps its own',
      }),
    version: z
      .number('must be a number')
      .int()
      .optional()
      .openapi({ description: 'The version that you have seen: refused when the row was changed since' }),
  },
  'must be an object of fields',
)

const filesRule = `must be a list of 1 to ${DUPLICATE_QUESTIONS_LIMIT} files`
const short = z.string('must be a text').max(40, 'is too long')

export const duplicateQuestionsSchema = z.strictObject(
  {
    files: z
      .array(
        z.strictObject(
          {
            key: z
              .string('must be a text')
              .min(1, 'must not be empty')
              .max(64, 'is too long')
              .openapi({ description: 'Your name for it in the answer' }),
            sha256: z
              .string('must be a SHA-256 in hexadecimal')
              .regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hexadecimal')
              .optional(),
            title: text.optional(),
            degree: short.optional(),
            subject: short.optional(),
            month: short.optional(),
            year: short.optional(),
          },
          'must be an object of fields',
        ),
        filesRule,
      )
      .min(1, filesRule)
      .max(DUPLICATE_QUESTIONS_LIMIT, filesRule),
  },
  'must be an object with files',
)
