import type { ReceivedFile } from '#domain/files/received-file.ts'

/** Recorded for a PDF that was rewritten without its scripts or without its print lock. Safe in the browser. */
export function howRewritten({ scriptsRemoved, lockRemoved }: Partial<ReceivedFile>): Record<string, true> {
  return { ...(scriptsRemoved && { scriptsRemoved }), ...(lockRemoved && { lockRemoved }) }
}

export const SCRIPTS_ACTION = 'scripts removed'
