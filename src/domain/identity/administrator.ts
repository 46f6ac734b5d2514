export type Administrator = { id: string; email: string; disabled: boolean }

/** Every field that the specification lists; null or false where it does not apply. Times are UTC in ISO 8601. */
export type IdentityRecord = {
  uid: string
  displayName: string | null
  photoURL: string | null
  email: string
  emailVerified: boolean
  phoneNumber: string | null
  tenantId: string | null
  providerData: {
    providerId: 'password'
    uid: string
    displayName: string | null
    photoURL: string | null
    email: string
    phoneNumber: string | null
  }[]
  metadata: { creationTime: string; lastSignInTime: string | null }
  isAnonymous: boolean
}

/** What an administrator must do before anything else. */
export type Owed = 'new-password' | 'second-factor'

/** `confirmed` when the password was typed within the last ten minutes. */
export type SignedInAdministrator = Administrator & { sid: string; confirmed: boolean; owes: Owed | null }
