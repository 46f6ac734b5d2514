import { z } from '@hono/zod-openapi'
import { DUPLICATE_QUESTIONS_LIMIT } from '#domain/duplicates/duplicate.ts'
import { INBOX_CHANGES_LIMIT } from '#domain/inbox/inbox.ts'
import { FIELD_NAMES, HINTED_NAMES, PAPER_FIELDS } from '#domain/paper/form-fields.ts'
import { recordOf } from '#domain/paper/paper-fields.ts'
import { showAtSchema } from '#server/api/schemas.ts'
import { uploadId, uploadSchema } from './uploads.ts'

const text = z.string('must be a text').max(2_000, 'is too long')
const changesRule = `must be a list of 1 to ${INBOX_CHANGES_LIMIT} changes`
const decidedId = z.string('must be an id').regex(/^[A-Za-z0-9-]{1,64}$/, 'must be an id')

export const inboxChangesSchema = z.strictObject(
  {
    from: z
      .string('must be a text')
      .regex(/^[A-Za-z0-9-]{8,64}$/, 'must be 8 to 64 letters, digits and hyphens'),
    changes: z
      .array(
        z
          .strictObject(
            {
              uploadId,
              version: z.number('must be a number').int().min(0),
              typed: z
                .partialRecord(z.enum(FIELD_NAMES, 'is no field'), text, 'must be an object of fields')
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

/** Above the fields' own limits, so that their own rules explain what is too long. */
const field = z.string('must be a text').max(2_048, 'is too long')

/** Raw texts, validated like an upload's fields. */
export const publicationSchema = z.strictObject(
  {
    ...recordOf(FIELD_NAMES, () => field.optional()),
    ...recordOf(['title', 'degree', 'month', 'year'], () => field),
    /** The PDF, if it is not in the inbox. */
    file: uploadSchema.omit({ uploadId: true }).optional(),
    thumbnail: uploadSchema.optional(),
    /** The paper to replace; without a link it keeps its own. */
    replace: z
      .string('must be the id of a paper')
      .regex(/^[a-z0-9-]{1,40}$/, 'must be the id of a paper')
      .optional(),
    version: z.number('must be a number').int().optional(),
    /** Stores a print-locked PDF without its lock. */
    unlocked: z.boolean('must be true or false').optional(),
    /** Of a new paper: off the site until `showAt`, or until it is shown by hand. */
    hidden: z.boolean('must be true or false').optional(),
    showAt: showAtSchema,
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
            ...recordOf(HINTED_NAMES, (name) => (PAPER_FIELDS[name].limit ? text : short).optional()),
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
