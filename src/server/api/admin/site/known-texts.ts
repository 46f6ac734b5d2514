import type { App } from '#domain/app.ts'
import type { Centre } from '#domain/centre/centre.ts'

/** Where texts stand that may be longer than the desk takes. */
export async function knownTexts(app: App): Promise<Centre[]> {
  return [(await app.centre.read()).centre, app.centre.first]
}
