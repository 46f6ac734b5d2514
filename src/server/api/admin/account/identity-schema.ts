import { z } from '@hono/zod-openapi'

const shown = {
  displayName: z.string().nullable(),
  photoURL: z.string().nullable(),
  email: z.string(),
  phoneNumber: z.string().nullable(),
}

/** An administrator's identity with every field that the specification lists. */
export const identitySchema = z
  .object({
    uid: z.string(),
    ...shown,
    emailVerified: z.boolean(),
    tenantId: z.string().nullable(),
    providerData: z.array(z.object({ providerId: z.literal('password'), uid: z.string(), ...shown })),
    metadata: z.object({ creationTime: z.string(), lastSignInTime: z.string().nullable() }),
    isAnonymous: z.boolean(),
  })
  .openapi('Identity')
