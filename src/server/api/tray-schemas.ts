import { z } from '@hono/zod-openapi'
import { ALL_SUBJECTS, MONTHS, SUBJECTS } from '#domain/catalogue/paper.ts'
import { TWIN_QUESTIONS_LIMIT } from '#domain/catalogue/twin.ts'
import { deskPaperSchema } from './desk-schemas.ts'

function hintOf<Schema extends z.ZodType>(value: Schema) {
  return z
    .object({ value, sure: z.boolean().openapi({ description: 'false: to be looked at' }) })
    .nullable()
    .openapi({ description: 'null: nothing is known' })
}

export const trayFileSchema = z
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
  })
  .openapi('TrayFile')

const text = z.string('must be a text').max(2_000, 'is too long')

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
  },
  'must be an object of fields',
)

const filesRule = `must be a list of 1 to ${TWIN_QUESTIONS_LIMIT} files`
const short = z.string('must be a text').max(40, 'is too long')

export const twinQuestionsSchema = z.strictObject(
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
      .max(TWIN_QUESTIONS_LIMIT, filesRule),
  },
  'must be an object with files',
)

export const twinsSchema = z.object({
  twins: z.record(
    z.string(),
    z.array(
      z
        .object({
          reason: z.enum(['same-file', 'same-paper']),
          binned: z.boolean(),
          paper: deskPaperSchema,
        })
        .openapi('Twin'),
    ),
  ),
})
