import { createHmac } from 'node:crypto'

/** The same for the same signing secret, which it does not tell. */
export function secretCheckOf(secret: string): string {
  return createHmac('sha256', secret).update('the secret of an archive').digest('base64url')
}
