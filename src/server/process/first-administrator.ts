import type { Identity } from '#domain/identity/identity.ts'
import { makePassword } from '#domain/identity/passwords/password.server.ts'
import { type Config, ConfigError } from '../config.ts'

const DEFAULT_EMAIL = 'admin@thervu.local'

/** Makes the first administrator if there is none; `password` is a generated one, shown once. Throws ConfigError. */
export async function ensureAdministrator(
  identity: Pick<Identity, 'administrators'>,
  config: Pick<Config, 'adminEmail' | 'adminPassword'>,
): Promise<{ email: string; password?: string }> {
  const { administrators } = identity
  const [first] = await administrators.list()
  if (first) return { email: first.email }
  const email = config.adminEmail ?? DEFAULT_EMAIL
  const password = config.adminPassword ?? makePassword()
  try {
    await administrators.create({ email, password })
  } catch (error) {
    const [other] = await administrators.list()
    if (other) return { email: other.email }
    throw new ConfigError(`ADMIN_EMAIL and ADMIN_PASSWORD cannot be used: ${(error as Error).message}`)
  }
  return config.adminPassword ? { email } : { email, password }
}
