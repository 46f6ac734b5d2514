/** Safe in the browser. */
const MESSAGES = {
  'invalid-credential': 'Email or password is not right.',
  'user-disabled': 'This account has been disabled.',
  'user-token-expired': 'Your session has ended. Sign in again.',
  'not-signed-in': 'Sign in first.',
  'invalid-code': 'The code is not right.',
  'challenge-expired': 'That took too long or too many tries. Type the password again.',
  'invalid-passkey': 'The passkey was not accepted. Try again, or sign in with your password.',
  'wrong-password': 'That is not your present password.',
  'new-password-required': 'Choose a password of your own first, under Account.',
  'second-factor-required': 'Set up your second factor first, under Account.',
  'confirm-first': 'Type your password again to go on.',
  'network-request-failed': 'The site could not be reached. Check your connection and try again.',
} as const

type IdentityCode = keyof typeof MESSAGES

export function describeCode(code: IdentityCode): string {
  return MESSAGES[code]
}

export function describeTaken(email: string): string {
  return `There is already an administrator ${email}.`
}

export function describeWait(seconds: number): string {
  return `Too many attempts. Try again in ${inWords(Math.max(1, Math.ceil(seconds)))}.`
}

function inWords(seconds: number) {
  if (seconds === 1) return '1 second'
  if (seconds < 120) return `${seconds} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}
