import { z } from 'zod'
import { translationsOf } from '../translations/translations-schema.ts'

export const ALT_LIMIT = 200
/** Of a crop, in per cent: beyond these nothing of the picture is left. */
const [FAR, LARGEST] = [1000, 1000]

const digest = z.string().regex(/^[0-9a-f]{32}$/, 'must be the name of a picture of this site')
const place = z.number().min(-FAR).max(FAR)
const share = z.number().min(0.1).max(LARGEST)

export const cropSchema = z.strictObject(
  { x: place, y: place, width: share, height: share },
  'must be a part of the picture in per cent',
)

export const sitePictureSchema = z.strictObject({
  picture: digest,
  width: z.int().min(1).max(4096),
  height: z.int().min(1).max(4096),
  from: z.strictObject({ source: digest, crop: cropSchema }).optional(),
})

const alt = z
  .string()
  .trim()
  .min(1, 'needs a few words for those who cannot see it')
  .refine((value) => [...value].length <= ALT_LIMIT, `has more than ${ALT_LIMIT} letters`)

export const describedPictureSchema = sitePictureSchema.extend({
  alt,
  translations: translationsOf({ alt }),
})
