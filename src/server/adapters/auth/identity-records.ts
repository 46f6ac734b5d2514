import type { IdentityRecord } from '#domain/identity/identity.ts'
import type { AuthDatabase } from './auth-tables.ts'
import { ADMIN_ROLE } from './better-auth.ts'

type Row = {
  id: string
  name: string
  email: string
  emailVerified: number
  image: string | null
  createdAt: string
  lastSignInAt: string | null
}

/** All administrators with every field that the specification lists for an identity, the oldest first. */
export async function listRecords(tables: AuthDatabase): Promise<IdentityRecord[]> {
  return (await selectRows(tables).execute()).map(toRecord)
}

/** One administrator's, or null. */
export async function findRecord(tables: AuthDatabase, id: string): Promise<IdentityRecord | null> {
  const row = await selectRows(tables).where('id', '=', id).executeTakeFirst()
  return row ? toRecord(row) : null
}

function selectRows(tables: AuthDatabase) {
  return tables
    .selectFrom('user')
    .select(['id', 'name', 'email', 'emailVerified', 'image', 'createdAt', 'lastSignInAt'])
    .where('role', '=', ADMIN_ROLE)
    .orderBy('createdAt')
    .orderBy('id')
}

/** Nobody here has a phone number, belongs to a tenant or is anonymous; who has no name of their own has their email's. */
function toRecord({ id, name, email, emailVerified, image, createdAt, lastSignInAt }: Row): IdentityRecord {
  const shown = { displayName: name === email ? null : name, photoURL: image, email, phoneNumber: null }
  return {
    uid: id,
    ...shown,
    emailVerified: emailVerified === 1,
    tenantId: null,
    providerData: [{ providerId: 'password', uid: email, ...shown }],
    metadata: { creationTime: createdAt, lastSignInTime: lastSignInAt },
    isAnonymous: false,
  }
}
