import { mkdirSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import type { Identity } from '#domain/identity/identity.ts'
import { makePassword } from '#domain/identity/password.server.ts'
import { createIdentity } from '#server/adapters/auth/identity.ts'
import { type Config, readConfig } from '#server/config.ts'
import type { OpenDatabase } from '#server/engines/engine.ts'
import { openDatabase } from '#server/engines/open-database.ts'
import { forgetSecret, readAuthSecrets, rotateStoredSecret } from '#server/process/auth-secret.ts'
import { askHidden } from './support/ask-hidden.ts'

const USAGE = `Usage:
  admin list
  admin create <email> [--generate]
  admin password <email> [--generate]
  admin disable <email>
  admin restore <email>
  admin remove-second-factor <email>
  admin rotate-secret
  admin forget-secret

The password is asked for, or read from standard input when that is piped;
--generate makes one at random and prints it once. A second factor is removed
when its phone and its recovery codes are lost: then the password is enough.
rotate-secret makes a new secret in DATA_DIR/auth-secret for the next start, and keeps
the old one next to it as long as somebody is signed in with it (docs/running.md).
forget-secret lets servers on PostgreSQL start with another AUTH_SECRET: everybody
signs in again, and codes of authenticator apps are dead.`

type Administrators = Identity['administrators']
const COMMANDS: Record<
  string,
  (administrators: Administrators, email: string, generate: boolean) => Promise<void>
> = {
  async create(administrators, email, generate) {
    const password = await choosePassword(generate)
    await administrators.create({ email, password })
    console.log(`${email} can sign in now.`)
    if (generate) console.log(`Password (shown only now): ${password}`)
  },
  async password(administrators, email, generate) {
    const password = await choosePassword(generate)
    requireKnown(await administrators.setPassword(email, password), email)
    console.log(`${email} has a new password and is signed out everywhere.`)
    if (generate) console.log(`Password (shown only now): ${password}`)
  },
  async disable(administrators, email) {
    requireKnown(await administrators.disable(email), email)
    console.log(`${email} is signed out and can no longer sign in.`)
  },
  async restore(administrators, email) {
    requireKnown(await administrators.restore(email), email)
    console.log(`${email} can sign in again.`)
  },
  async 'remove-second-factor'(administrators, email) {
    const removed = await administrators.removeSecondFactor(email)
    requireKnown(removed !== null, email)
    console.log(removed ? `${email} signs in with the password alone.` : `${email} has no second factor.`)
  },
}

/** Those that are of no one administrator. */
const OF_ALL: Record<string, (administrators: Administrators, db: OpenDatabase['db']) => Promise<void>> = {
  list: printList,
  async 'rotate-secret'() {
    rotateStoredSecret(readConfig())
    console.log('The next start signs with a new secret; restart the site now. Everybody stays signed in.')
  },
  async 'forget-secret'(_administrators, db) {
    await forgetSecret(db)
    console.log('The next server that starts may have another AUTH_SECRET; give all of them the same.')
  },
}

const TAKES_PASSWORD = ['create', 'password']

process.exitCode = await main(process.argv.slice(2))

async function main(args: string[]): Promise<number> {
  const generate = args.includes('--generate')
  const [command = '', email, ...rest] = args.filter((argument) => argument !== '--generate')
  const act = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined
  const actOnAll =
    email === undefined && !generate && Object.hasOwn(OF_ALL, command) ? OF_ALL[command] : undefined
  const isUsable =
    actOnAll ||
    (act && email !== undefined && rest.length === 0 && (!generate || TAKES_PASSWORD.includes(command)))
  if (!isUsable) {
    console.error(USAGE)
    return 2
  }
  try {
    await withAdministrators(readConfig(), async (administrators, db) => {
      if (act && email) await act(administrators, email, generate)
      else await actOnAll?.(administrators, db)
    })
    return 0
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    return 1
  }
}

async function withAdministrators(
  config: Config,
  act: (administrators: Administrators, db: OpenDatabase['db']) => Promise<void>,
) {
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  const { db, close } = await openDatabase(config.database)
  try {
    const silent = { info() {}, warn() {}, error() {} }
    const clock = { now: () => new Date(), monotonic: () => performance.now() }
    const secrets = readAuthSecrets(config)
    const identity = createIdentity({
      db,
      clock,
      log: silent,
      secrets,
      secureCookies: true,
      siteOrigin: null,
    })
    await act(identity.administrators, db)
  } finally {
    await close()
  }
}

async function printList(administrators: Administrators) {
  const all = await administrators.list()
  if (all.length === 0) console.log('There is no administrator yet.')
  for (const { email, disabled, role } of all) {
    const facts = [...(role === 'owner' ? [] : [role]), ...(disabled ? ['disabled'] : [])]
    console.log(facts.length > 0 ? `${email} (${facts.join(', ')})` : email)
  }
}

function requireKnown(found: boolean, email: string) {
  if (!found) throw new Error(`There is no administrator ${email}.`)
}

async function choosePassword(generate: boolean) {
  if (generate) return makePassword()
  if (!process.stdin.isTTY) return (await text(process.stdin)).replace(/\r?\n$/, '')
  const password = await askHidden('Password: ')
  if ((await askHidden('Again: ')) !== password) throw new Error('The two passwords are not the same.')
  return password
}
