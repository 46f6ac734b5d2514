import { expect, test } from 'vitest'
import { findPasswordProblem } from '#domain/identity/passwords/password.server.ts'
import { createArgon2id } from '#server/adapters/auth/password-hash.ts'

const EMAIL = 'meena.k@example.in'

test.each([
  'violet tram seven puddle',
  'mY3-xk!9vQz&Lw2p',
  'கணிதம் எனக்கு மிகவும் பிடிக்கும்',
  'iwenttothebeach4mangoes',
])('%s may be a password', (password) => {
  expect(findPasswordProblem(password, EMAIL)).toBeNull()
})

test('a password has 15 to 128 characters, counted as people count: an emoji is one', () => {
  const words = 'kudam vilakku 🦜 '
  expect(findPasswordProblem('mY3-xk!9vQz&Lw', EMAIL)).toBe(
    'The password must have 15 to 128 characters; it has 14.',
  )
  expect(findPasswordProblem('mY3-xk!9vQz&L🦜', EMAIL)).toContain('it has 14.')
  expect(findPasswordProblem('mY3-xk!9vQz&Lw🦜', EMAIL)).toBeNull()
  const unrepeated = Array.from({ length: 128 }, (_, index) =>
    String.fromCodePoint(0x1f300 + ((index * 7) % 200)),
  )
  expect(findPasswordProblem(unrepeated.join(''), EMAIL)).toBeNull()
  expect(findPasswordProblem(`${unrepeated.join('')}x`, EMAIL)).toContain('it has 129.')
  expect(findPasswordProblem(words.repeat(9), EMAIL)).not.toBeNull()
})

test.each(['qazwsxedcrfvtgb', 'PerAsperaAdAstra', '30secondstomars', 'q1w2e3r4t5y6u7i8o9p0'])(
  '%s is among the commonest',
  (password) => {
    expect(findPasswordProblem(password, EMAIL)).toContain('commonest')
  },
)

test.each([
  'aaaaaaaaaaaaaaaaa',
  'tambaramtambaram',
  'blue-fishblue-fishblue',
  '234567890123456789',
  'abcdefghijklmnopqr',
  'zyxwvutsrqponmlk',
  'qwertyuiop[]asdfghjkl',
  'password12345678',
  'AAAAbbbbCCCCddddEEEE',
])('%s repeats or counts', (password) => {
  expect(findPasswordProblem(password, EMAIL)).not.toBeNull()
})

test('a password must not contain the name in the email address', () => {
  expect(findPasswordProblem('violet MEENA.K seven puddle', EMAIL)).toContain('email')
  expect(findPasswordProblem('violet tram seven puddle', 'tra@example.in')).toContain('email')
  expect(findPasswordProblem('violet tram seven puddle', 'vi@example.in')).toBeNull()
})

test('passwords are kept as argon2id with 46 MiB, one pass and one lane, each with its own salt', async () => {
  const { hash, verify } = createArgon2id()
  const [one, two] = [await hash('violet tram seven puddle'), await hash('violet tram seven puddle')]
  expect(one).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  expect(one).not.toBe(two)
  expect(await verify({ hash: one, password: 'violet tram seven puddle' })).toBe(true)
  expect(await verify({ hash: one, password: 'violet tram seven puddles' })).toBe(false)
})

test('a password typed as other code points for the same text fits', async () => {
  const { hash, verify } = createArgon2id({ memory: 64, passes: 1, parallelism: 1 })
  const composed = 'café in the morning'
  expect(await verify({ hash: await hash(composed), password: composed.normalize('NFD') })).toBe(true)
})

test('a stored text that is not such a hash is an error, not a match', async () => {
  const { verify } = createArgon2id()
  await expect(
    verify({ hash: 'violet tram seven puddle', password: 'violet tram seven puddle' }),
  ).rejects.toThrow('argon2id')
})
