// Longer than other files: options, checks and changes share what a challenge is and how WebAuthn writes it.
import { randomBytes } from 'node:crypto'
import type {
  Account,
  AccountRefusal,
  Actor,
  PasskeyAttestation,
  PublicKeyOptions,
} from '#domain/identity/account.ts'
import { type AccountRow, lockAccount } from '#domain/identity/administrators.server.ts'
import { dropChallenges, spendChallenge } from '#domain/identity/challenges.server.ts'
import type { AssertionOptions, PasskeyAssertion } from '#domain/identity/identity.ts'
import {
  findPasskey,
  insertPasskey,
  listPasskeys,
  notePasskeyUse,
  removePasskey,
  renamePasskey,
  type StoredPasskey,
} from '#domain/identity/passkeys.server.ts'
import { keepRecoveryCodes, makeRecoveryCodes } from '#domain/identity/recovery-codes.server.ts'
import { dropIdleCodes, hasSecondFactor, secondFactorSince } from '#domain/identity/second-factor.server.ts'
import { PASSKEYS, SECOND_STEP } from '#domain/identity/session-limits.ts'
import type { AuthContext } from './auth-context.ts'
import { isSigned, sign } from './cookies.ts'
import { busy, changeAs, journalOf } from './own-account.ts'

/** EdDSA, ES256 and RS256, as COSE numbers them: what phones, computers and security keys have. */
const ALGORITHMS = [-8, -7, -257]
const TIMEOUT_MS = SECOND_STEP.seconds * 1000
const ALONE = 'signs in alone'

/** Loaded when a passkey is to be checked: 30 MB of memory and a third of a second. */
const library = () => import('@simplewebauthn/server')

/** For a sign-in by passkey alone: the device checks who holds it, and says whose passkey it is. */
export function optionsAlone(parts: AuthContext, origin: string): AssertionOptions {
  return {
    challenge: encode(makeChallenge(parts, ALONE)),
    rpId: rpIdOf(origin),
    timeout: TIMEOUT_MS,
    userVerification: 'required',
  }
}

/** For the second step; undefined where the account has no passkey. `challenge` is the cookie's, and stored. */
export async function optionsAfterPassword(
  parts: AuthContext,
  accountId: string,
  { challenge, origin }: { challenge: string; origin: string },
): Promise<AssertionOptions | undefined> {
  const own = await listPasskeys(parts.db, accountId)
  if (own.length === 0) return undefined
  return {
    challenge: encode(sign(parts.secrets[0], afterPassword(challenge))),
    rpId: rpIdOf(origin),
    timeout: TIMEOUT_MS,
    userVerification: 'preferred',
    allowCredentials: own.map(describe),
  }
}

/** True, once, for a passkey of the account that signed one of our challenges for a sign-in by it alone. */
export async function acceptPasskeyAlone(
  parts: AuthContext,
  passkey: StoredPasskey,
  account: Pick<AccountRow, 'id' | 'email'>,
  { assertion, origin }: { assertion: PasskeyAssertion; origin: string },
): Promise<boolean> {
  const challenge = challengeOf(assertion)
  if (!isChallenge(parts, challenge, ALONE)) return false
  const counter = await verify(passkey, assertion, { challenge, origin, requireUserVerification: true })
  if (counter === null || !(await spendChallenge(parts, challenge))) return false
  return await noteUse(parts, passkey, account, counter)
}

/** As above, after the password: `challenge` is the cookie's, which the caller closes. */
export async function acceptPasskeyAfterPassword(
  parts: AuthContext,
  account: Pick<AccountRow, 'id' | 'email'>,
  { assertion, origin, challenge }: { assertion: PasskeyAssertion; origin: string; challenge: string },
): Promise<boolean> {
  const passkey = await findPasskey(parts.db, assertion.id)
  const signed = challengeOf(assertion)
  if (passkey?.administratorId !== account.id) return false
  if (!isSigned(parts.secrets, afterPassword(challenge), signed)) return false
  const expected = { challenge: signed, origin, requireUserVerification: false }
  const counter = await verify(passkey, assertion, expected)
  return counter !== null && (await noteUse(parts, passkey, account, counter))
}

type OwnPasskeys = Pick<Account, 'passkeyOptions' | 'addPasskey' | 'renamePasskey' | 'removePasskey'>

const NOT_FOUND: AccountRefusal = { code: 'not-found', detail: 'That passkey is removed already.' }
const REFUSED: AccountRefusal = {
  code: 'invalid-passkey',
  detail: 'This passkey could not be added. Try again; it is made for this site’s own address alone.',
}
const TOO_MANY: AccountRefusal = {
  code: 'too-many-passkeys',
  detail: `An account has at most ${PASSKEYS.most} passkeys. Remove one that is no longer used first.`,
}
const LAST_ONE: AccountRefusal = {
  code: 'last-second-factor',
  detail:
    'This site asks every administrator for a second factor, and this passkey is your only one. Add another first, or set up codes of an app.',
}
const BAD_NAME: AccountRefusal = {
  code: 'unacceptable-name',
  detail: `Give it a name of at most ${PASSKEYS.nameCharacters} characters.`,
  field: 'name',
}

export function createOwnPasskeys(parts: AuthContext): OwnPasskeys {
  const { db, log, queue } = parts
  const find = async (actor: Actor, id: string) =>
    (await listPasskeys(db, actor.administrator.id)).find((one) => one.id === id)

  return {
    async passkeyOptions({ administrator: { id, email, sid }, origin }) {
      const own = await listPasskeys(db, id)
      if (own.length >= PASSKEYS.most) return TOO_MANY
      return creationOptions({
        challenge: encode(makeChallenge(parts, sid)),
        rp: { id: rpIdOf(origin), name: await parts.issuer() },
        user: { id: encode(id), name: email, displayName: email },
        excludeCredentials: own.map(describe),
      })
    },
    async addPasskey(actor, { name, attestation }) {
      const { id, sid } = actor.administrator
      if (!isName(name)) return BAD_NAME
      const challenge = challengeOf(attestation)
      if (!isChallenge(parts, challenge, sid)) return REFUSED
      const made = await register(attestation, { challenge, origin: actor.origin })
      if (!made) return REFUSED
      const codes = (await hasSecondFactor(db, id)) ? null : await queue.admit(makeRecoveryCodes)
      if (codes === null && !(await hasSecondFactor(db, id))) return busy()
      return await changeAs(parts, actor, 'uploader', async (tx, write) => {
        await lockAccount(tx, id)
        if ((await listPasskeys(tx, id)).length >= PASSKEYS.most) return TOO_MANY
        if (!(await spendChallenge({ ...parts, db: tx }, challenge))) return REFUSED
        const isFirst = codes !== null && !(await hasSecondFactor(tx, id))
        const passkey = { ...made, administratorId: id, name: name.trim() }
        if (!(await insertPasskey({ ...parts, db: tx }, passkey))) return REFUSED
        if (isFirst) await keepRecoveryCodes(tx, id, codes.hashed)
        await dropChallenges(tx, id)
        await write('passkey added', { after: { passkey: passkey.name } })
        log.info({ requestId: actor.requestId, accountId: id }, 'passkey added')
        return { recoveryCodes: isFirst ? codes.codes : null }
      })
    },
    async renamePasskey(actor, id, name) {
      const passkey = await find(actor, id)
      if (!passkey) return NOT_FOUND
      if (!isName(name)) return BAD_NAME
      return await changeAs(parts, actor, 'uploader', async (tx, write) => {
        if (!(await renamePasskey(tx, passkey, name.trim()))) return NOT_FOUND
        await write('passkey renamed', { before: { passkey: passkey.name }, after: { passkey: name.trim() } })
        return null
      })
    },
    async removePasskey(actor, passkeyId) {
      const { id } = actor.administrator
      return await changeAs(parts, actor, 'uploader', async (tx, write) => {
        await lockAccount(tx, id)
        const own = await listPasskeys(tx, id)
        const passkey = own.find((one) => one.id === passkeyId)
        if (!passkey) return NOT_FOUND
        const isLast = own.length === 1 && !(await secondFactorSince(tx, id))
        if (parts.requireSecondFactor && isLast) return LAST_ONE
        await removePasskey(tx, passkey)
        await dropIdleCodes(tx, id)
        await write('passkey removed', { before: { passkey: passkey.name } })
        log.info({ requestId: actor.requestId, accountId: id }, 'passkey removed')
        return null
      })
    },
  }
}

function creationOptions(
  about: Pick<PublicKeyOptions, 'challenge' | 'rp' | 'user' | 'excludeCredentials'>,
): PublicKeyOptions {
  return {
    ...about,
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: TIMEOUT_MS,
    attestation: 'none',
    // Found without an email, and never without a check of who holds it.
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
  }
}

/** Null when it is not what our page asked for. */
async function register(
  { id, rawId, type, response }: PasskeyAttestation,
  { challenge, origin }: { challenge: string; origin: string },
) {
  const { verifyRegistrationResponse } = await library()
  const { clientDataJSON, attestationObject, transports = [] } = response
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...{ id, rawId, type, clientExtensionResults: {} },
        response: { clientDataJSON, attestationObject },
      },
      expectedChallenge: encode(challenge),
      expectedOrigin: origin,
      expectedRPID: rpIdOf(origin),
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!registrationInfo) return null
    const { publicKey, counter, id: credentialId } = registrationInfo.credential
    return { id: credentialId, publicKey: encode(publicKey), counter, transports }
  } catch {
    // The library tells by an exception whatever is wrong with what strangers send.
    return null
  }
}

/** The counter of a right signature; null for any other. */
async function verify(
  passkey: StoredPasskey,
  { id, rawId, type, response }: PasskeyAssertion,
  {
    challenge,
    origin,
    requireUserVerification,
  }: { challenge: string; origin: string; requireUserVerification: boolean },
): Promise<number | null> {
  const { userHandle } = response
  if (userHandle && userHandle !== encode(passkey.administratorId)) return null
  const { verifyAuthenticationResponse } = await library()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { id, rawId, type, response, clientExtensionResults: {} },
      expectedChallenge: encode(challenge),
      expectedOrigin: origin,
      expectedRPID: rpIdOf(origin),
      // The counter is compared below, once the signature is known to be right: what went back is to be told.
      credential: { id: passkey.id, publicKey: decode(passkey.publicKey), counter: 0 },
      requireUserVerification,
    })
    return verified ? authenticationInfo.newCounter : null
  } catch {
    return null
  }
}

/** False, and written down, when the counter did not grow: two devices sign with one key. */
async function noteUse(
  parts: AuthContext,
  passkey: StoredPasskey,
  account: Pick<AccountRow, 'id' | 'email'>,
  counter: number,
): Promise<boolean> {
  if (await notePasskeyUse(parts, passkey.id, counter)) return true
  const facts = { accountId: account.id, counter, expected: passkey.counter }
  parts.log.warn(facts, 'passkey refused: its counter went back, as of a copy')
  const write = journalOf(parts, account, parts.db)
  await write('passkey refused', { before: { passkey: passkey.name } })
  return false
}

/** Signed, with its end: nothing is stored until it is used. */
function makeChallenge({ secrets, clock }: AuthContext, purpose: string) {
  const head = `${randomBytes(16).toString('base64url')}.${clock.now().getTime() + TIMEOUT_MS}`
  return `${head}.${sign(secrets[0], `passkey ${purpose} ${head}`)}`
}

function isChallenge({ secrets, clock }: AuthContext, challenge: string, purpose: string) {
  const [nonce, end, signature, ...more] = challenge.split('.')
  if (!nonce || !end || !signature || more.length > 0) return false
  const left = Number(end) - clock.now().getTime()
  return left > 0 && left <= TIMEOUT_MS && isSigned(secrets, `passkey ${purpose} ${nonce}.${end}`, signature)
}

function afterPassword(challenge: string) {
  return `passkey after the password ${challenge}`
}

/** As it was signed; empty when it cannot be read. */
function challengeOf({ response }: { response: { clientDataJSON: string } }): string {
  try {
    return decode(JSON.parse(decode(response.clientDataJSON).toString()).challenge).toString()
  } catch {
    return ''
  }
}

function isName(name: string) {
  const { length } = name.trim()
  return length > 0 && length <= PASSKEYS.nameCharacters
}

function describe({ id, transports }: StoredPasskey) {
  return { id, type: 'public-key' as const, transports }
}

/** A passkey belongs to a host, on whatever port. */
function rpIdOf(origin: string) {
  return new URL(origin).hostname
}

function encode(bytes: string | Uint8Array) {
  return Buffer.from(bytes).toString('base64url')
}

function decode(text: string) {
  return Buffer.from(text, 'base64url')
}
