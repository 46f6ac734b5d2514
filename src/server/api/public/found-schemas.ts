import { z } from '@hono/zod-openapi'
import { FACETS } from '#domain/paper/filters.ts'
import type { AskedIn } from '#domain/search/questions/read-found-questions.server.ts'
import { paperPageSchema, paperSchema } from '../schemas.ts'

const countSchema = z.object({
  value: z.string(),
  papers: z.number().int(),
  more: z.literal(true).optional(),
})

const facetCountsSchema = z
  .object(
    Object.fromEntries(FACETS.map((facet) => [facet, z.array(countSchema)])) as Record<
      (typeof FACETS)[number],
      z.ZodArray<typeof countSchema>
    >,
  )
  .openapi('FacetCounts')

export const askedInSchema = z
  .array(
    z.object({
      year: z.number().int(),
      paperId: z.string().openapi({ description: 'The newest paper of that year that asks it' }),
      id: z.string().openapi({ description: 'Of the question there: q17' }),
      page: z.number().int(),
    }),
  )
  .openapi({
    description:
      'Of a question that was asked in several years, in the same words but for numbers and a few others: all of them, its own too',
  })

export const pictureSchema = z
  .object({ address: z.string(), width: z.number().int(), height: z.number().int() })
  .nullable()
  .openapi({ description: 'As it is printed; null while its page has no picture' })
export const chaptersSchema = z
  .array(z.object({ id: z.string(), name: z.string(), isSure: z.boolean() }))
  .openapi({
    description: 'Of mathematics, by chapters.txt: those that are sure, else those that it may be of',
  })

export function withIds<Question extends { askedIn: AskedIn[] }>({ askedIn, ...question }: Question) {
  return { ...question, askedIn: askedIn.map(({ paper, ...rest }) => ({ ...rest, paperId: paper.id })) }
}

const facetSchema = z.enum(FACETS)

export const foundPageSchema = paperPageSchema
  .extend({
    papers: z.array(
      paperSchema.extend({
        inside: z
          .object({
            page: z.number().int(),
            line: z.string(),
            recognised: z.literal(true).optional().openapi({
              description:
                'Set where the text was recognised from the picture of a scan: it may have mistakes',
            }),
            question: z
              .object({ id: z.string(), number: z.string(), picture: pictureSchema })
              .optional()
              .openapi({ description: 'The question that the line is of' }),
            marks: z.array(z.tuple([z.number().int(), z.number().int()])).openapi({
              description:
                'Where in the line the found words are: first character and the one after the last',
            }),
          })
          .optional()
          .openapi({ description: 'The page and line of a paper that was found by its text' }),
      }),
    ),
    understood: z.object({
      parts: z.array(
        z.object({
          facet: facetSchema,
          value: z.string(),
          label: z.string(),
          typed: z.string(),
          corrected: z.literal(true).optional(),
          without: z.string().openapi({ description: 'The search with this part taken off' }),
        }),
      ),
      terms: z.array(
        z.object({
          typed: z.string(),
          ways: z.array(z.array(z.string())),
          code: z.string().optional().openapi({ description: 'The set code that it names, as 65/2/2' }),
          inFields: z
            .array(z.array(z.string()))
            .optional()
            .openapi({ description: 'What a paper’s fields say instead' }),
          subjects: z.array(z.string()).optional().openapi({ description: 'Whose term it is' }),
          isOfTitle: z.literal(true).optional(),
          isPhrase: z.literal(true).optional(),
          isBeginning: z.boolean(),
          without: z.string(),
        }),
      ),
    }),
    corrected: z.string().nullable().openapi({ description: 'The search with misspelt words corrected' }),
    unsaid: z.array(z.string()).openapi({
      description:
        'Words that no title has: the papers were found without them, since with them there are none',
    }),
    nearest: z.array(paperSchema).openapi({ description: 'Six papers at most for a search that finds none' }),
    didYouMean: z
      .string()
      .nullable()
      .openapi({ description: 'Another search that finds papers, where this one finds none' }),
    noneOf: z
      .object({ facet: z.enum(FACETS), value: z.string() })
      .nullable()
      .openapi({ description: 'For a search that finds none: what the site has no paper of at all' }),
    unread: z.number().int().openapi({
      description: 'For a search that finds none: papers whose pages are still being read, up to 100',
    }),
    scans: z
      .object({
        read: z.number().int(),
        waiting: z.number().int(),
        msPerPage: z
          .number()
          .nullable()
          .openapi({ description: 'Of the last pages; null before any was read' }),
      })
      .nullable()
      .openapi({ description: 'With unread: how many scanned pages are read, and how many wait' }),
    facets: facetCountsSchema,
    inside: z.number().int().openapi({ description: 'How many were found by their text alone' }),
    isBeingMade: z
      .boolean()
      .openapi({ description: 'Whether the search is being made again and misses papers' }),
  })
  .openapi('FoundPage')
